//! Groups and aircraft with all that the file says of them.

use super::Reading;
use crate::command::Marker;
use crate::field::Spot;
use crate::rules::Rules;
use crate::scenario::{GroupEntry, Members, PlaneEntry};
use crate::state::{Fate, Flight, Phase, Plane, Status};
use crate::{forces, rule};
use table::{Flaws, RuleId};

impl Reading<'_> {
    /// Reads the groups, and that nobody stands on anybody.
    pub(super) fn groups(&mut self, flights: &[Flight]) {
        for (n, (entry, flight)) in self.scenario.groups.iter().zip(flights).enumerate() {
            forces::form_up(self.rules, &mut self.state, entry.side, std::slice::from_ref(flight));
            self.group(entry, n);
        }
        let Reading { rules, start, state, flaws, .. } = self;
        let moving = start.moving.as_ref().filter(|m| !m.ended).and_then(|m| state.index(m.aircraft));
        for (g, group) in state.groups.iter().enumerate() {
            for n in group.members().filter(|n| state.planes[*n].flying() && Some(*n) != moving) {
                let path = format!("groups[{g}].aircraft[{}]", n - usize::from(group.first));
                let earlier = &state.planes[..n];
                let clash = earlier.iter().enumerate().any(|(m, p)| {
                    Some(m) != moving && p.flying() && rules.field.overlap(p.spot, state.planes[n].spot)
                });
                flaws.unless(!clash, path, "two aircraft stand on the same place", rule::STACKING);
            }
        }
    }

    fn group(&mut self, entry: &GroupEntry, g: usize) {
        let Reading { rules, start, state, flaws, .. } = self;
        let path = |field: &str| format!("groups[{g}].{field}");
        let active = start.active_group == Some(g as u16 + 1);
        let action = state.phase == Phase::Action;
        let says = "groups are activated in the action phase";
        flaws.unless(action || !entry.activated, path("activated"), says, rule::ACTION_PHASE);
        let says = "a marker is on the board from plotting until its group's activation ends";
        let may_plot = (action && (active || !entry.activated)) || state.phase == Phase::Plotting;
        flaws.unless(entry.plot.is_none() || may_plot, path("plot"), says, rule::PLOTTING);
        let Members::Each(each) = &entry.aircraft else {
            let says = "all groups have been placed: say where each aircraft is";
            flaws.unless(state.phase == Phase::Placement, path("aircraft"), says, rule::PLACEMENT);
            flaws.unless(entry.altitude.is_none(), path("altitude"), "not placed yet", rule::PLACEMENT);
            return;
        };
        let lost = each.iter().all(|p| p.lost.is_some());
        let altitude = entry.altitude.unwrap_or(if lost { 1 } else { 0 });
        let levels = 1..=rules.card(state.groups[g].card).alt;
        let says = "an altitude marker is needed, from 1 to the card's maximum altitude";
        let allowed = levels.contains(&altitude);
        flaws.unless(allowed, path("altitude"), says, rule::MAXIMUM_ALTITUDE);
        let change = if active { entry.plot.map_or(0, Marker::change) } else { 0 };
        let before = if allowed { altitude - change } else { 1 };
        let says = "no group has come here from where the marker's change began";
        flaws.unless(levels.contains(&before), path("altitude"), says, rule::ALTITUDE_CHANGE);
        let group = &mut state.groups[g];
        group.placed = true;
        group.altitude = altitude;
        group.activated = entry.activated || active;
        group.plot = entry.plot.filter(|_| !lost);
        let (first, activated) = (usize::from(group.first), group.activated);
        for (n, plane) in each.iter().enumerate() {
            let moving = self.start.moving.as_ref().filter(|m| m.aircraft.index() == first + n);
            let has_moved = !active || plane.acted || moving.is_some_and(|m| m.ended);
            let level = if has_moved { altitude } else { before };
            let part = Part { level, activated, active, moves: moving.is_some() };
            self.plane(plane, &format!("groups[{g}].aircraft[{n}]"), first + n, &part);
            if let Some(fate @ (Fate::Crashed | Fate::Stalled)) = plane.lost {
                let by = if fate == Fate::Crashed { rule::CRASH } else { rule::STALL };
                let path = format!("groups[{g}].aircraft[{n}].lost");
                self.flaws.unless(lost, path, "its group would be lost with it", by);
            }
        }
    }

    fn plane(&mut self, entry: &PlaneEntry, path: &str, number: usize, part: &Part) {
        let Reading { rules, state, flaws, .. } = self;
        let mut field = Fields { rules, entry, path, flaws };
        field.place(part, &mut state.planes[number]);
        for (k, at) in entry.track.iter().enumerate() {
            let found = rules.field.spot(*at).filter(|spot| rules.field.contains(*spot));
            field.unless(found.is_some(), &format!("track[{k}]"), "not on the board", rule::PLAYING_AREA);
            state.tracks.extend(found.map(|spot| (number as u16, spot)));
        }
    }
}

/// The part of an aircraft in this turn.
struct Part {
    /// Its level.
    level: i16,
    /// Whether its group has been, or is being, activated.
    activated: bool,
    /// Whether its group is being activated.
    active: bool,
    /// Whether it is the moving aircraft.
    moves: bool,
}

/// The fields of one aircraft.
struct Fields<'a> {
    rules: &'a Rules,
    entry: &'a PlaneEntry,
    path: &'a str,
    flaws: &'a mut Flaws,
}

impl Fields<'_> {
    fn unless(&mut self, sound: bool, field: &str, says: &str, by: RuleId) -> bool {
        self.flaws.unless(sound, format!("{}.{field}", self.path), says, by)
    }

    /// One aircraft as the file has it.
    fn place(&mut self, part: &Part, plane: &mut Plane) {
        let (rules, entry) = (self.rules, self.entry);
        let card = rules.card(plane.card);
        plane.level = entry.level.unwrap_or(part.level);
        let says = "outside its own activation an aircraft is at the level of its group's altitude marker";
        let sound = if entry.lost.is_some() {
            (1..=card.alt).contains(&plane.level)
        } else {
            plane.level == part.level
        };
        self.unless(sound, "level", says, rule::ALTITUDE_CHANGE);
        let boxes = i32::from(card.boxes);
        let shot = entry.lost == Some(Fate::ShotDown);
        let sound = if shot {
            entry.damage == boxes || entry.damage == 0
        } else {
            (0..boxes).contains(&entry.damage)
        };
        self.unless(sound, "damage", "boxes marked: from 0 to less than the card has", rule::DAMAGE_BOXES);
        plane.damage = if shot { card.boxes } else { entry.damage.clamp(0, boxes) as u8 };
        self.acts(part, plane);
        if let Some(bank) = entry.bank {
            let says = "only with the optional rule Banking";
            self.unless(rules.options.banking, "bank", says, rule::OPT_BANKING);
            plane.bank = bank;
        }
        if let Some(left) = &entry.ammunition {
            let full = card.ammunition();
            let fits = left.len() == card.batteries.len() && left.iter().zip(full).all(|(l, f)| *l <= f);
            let says = "attacks left of each battery, none above what it starts with";
            let ok = fits && rules.options.limited_ammo;
            if self.unless(ok, "ammunition", says, rule::OPT_LIMITED_AMMO) {
                plane.ammunition[..left.len()].copy_from_slice(left);
            }
        }
        plane.status = entry.lost.map_or(Status::Flying, Status::Lost);
        // Nobody need tell where a lost aircraft was last.
        let told = entry.hex.is_some() || entry.x.is_some();
        if let Some((spot, heading)) = (told || plane.flying()).then(|| self.stands()).flatten() {
            (plane.spot, plane.heading) = (spot, heading);
        }
    }

    /// What an aircraft has done this turn.
    fn acts(&mut self, part: &Part, plane: &mut Plane) {
        let entry = self.entry;
        let says = "its group is not activated";
        self.unless(!entry.acted || part.activated, "acted", says, rule::ACTIVATION);
        let lost = entry.lost.is_some();
        plane.acted = entry.acted || (part.activated && !part.active && !lost);
        let early = entry.attacked_early;
        let attacked = entry.attacked || early;
        self.unless(!attacked || part.activated, "attacked", says, rule::ATTACK_TIMING);
        let says = "an attack ends its aircraft's part, unless it was made before moving";
        let ended = !attacked || plane.acted || early || !part.activated;
        self.unless(ended, "attacked", says, rule::ATTACK_TIMING);
        let says = "only with the optional rule Tailing";
        self.unless(!early || self.rules.options.tailing, "attacked-early", says, rule::OPT_TAILING);
        let says = "an aircraft that has attacked before moving moves next";
        let moves = !early || plane.acted || part.moves || lost || !part.activated;
        self.unless(moves, "attacked-early", says, rule::OPT_TAILING);
        (plane.attacked, plane.early) = (attacked, early);
    }

    /// Where an aircraft stands, in the words of the board.
    fn stands(&mut self) -> Option<(Spot, u16)> {
        let (rules, entry) = (self.rules, self.entry);
        let (spot, heading, field) = if rules.field.is_hexes() {
            let says = "an aircraft on hexes has a hex and a facing, and neither x, y nor heading";
            let words = entry.x.is_none() && entry.y.is_none() && entry.heading.is_none();
            let (Some(hex), Some(facing), true) = (entry.hex, entry.facing, words) else {
                self.unless(false, "hex", says, rule::PLAY_MODE);
                return None;
            };
            (rules.field.hex(hex.col, hex.row), facing.heading(), "hex")
        } else {
            let says = "an aircraft on the open table has x, y and a heading, and neither hex nor facing";
            let words = entry.hex.is_none() && entry.facing.is_none();
            let (Some(x), Some(y), Some(heading), true) = (entry.x, entry.y, entry.heading, words) else {
                self.unless(false, "x", says, rule::PLAY_MODE);
                return None;
            };
            (rules.field.point(x, y), heading, "x")
        };
        let says = "a heading is 0 to 359 degrees";
        let points = self.unless(heading < 360, "heading", says, rule::OPEN_GEOMETRY);
        let says = "this is not on the board";
        let on = self.unless(rules.field.contains(spot), field, says, rule::PLAYING_AREA);
        (points && on).then_some((spot, heading))
    }
}
