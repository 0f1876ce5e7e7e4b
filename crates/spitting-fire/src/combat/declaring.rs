//! What an attack may aim at, and with what.

use super::{Aimed, Declared, Moment, Volley, chance, loaded, moment, range, tails, to_hit};
use crate::card::{Card, MOST_WEAPONS};
use crate::command::{Act, Command, Shot};
use crate::field::Arc;
use crate::rules::Rules;
use crate::state::Plane;
use crate::tables::RangeRow;
use crate::{Look, menu, rule, words};
use arrayvec::ArrayVec;
use sky::open::UNIT;
use table::{Choice, PieceId, Reasons, Refusal, Refusals, Say};

/// Enemies within so many SUs are listed even if they cannot be fired at, with the reasons.
const NEAR: i32 = 8;

/// Whether an attack before moving is worth offering: somebody is tailed at whom a weapon can fire ([`rule::OPT_TAILING`]).
pub(crate) fn may_attack_early(look: Look<'_>, n: usize) -> bool {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let tailed = |enemy: &Plane| tails(rules, plane, enemy) && chance(rules, plane, enemy).is_some();
    state.mover.plane.is_none() && rules.options.tailing && state.planes.iter().any(tailed)
}

/// Everything at one target, nothing, or with a draft weapon by weapon.
pub(crate) fn choices(look: Look<'_>, n: usize, draft: Option<&Command>, all: &mut Vec<Choice<Command>>) {
    let Look { rules, state, .. } = look;
    let aircraft = PieceId::of(n);
    let plane = &state.planes[n];
    let drafted = match draft {
        Some(Command::Attack { aircraft: a, at }) if *a == aircraft => Some(at),
        _ => None,
    };
    if state.mover.plane == Some(n as u16) {
        let none = menu::whole(look, "Hold fire", rule::ATTACK_TIMING, Command::NoAttack { aircraft });
        all.push(Choice { key: Some('X'), ..none });
    }
    let enemy = |p: &Plane| p.side != plane.side && p.flying();
    let mut bears = false;
    for (m, target) in state.planes.iter().enumerate().filter(|(_, p)| enemy(p)) {
        let reach = chance(rules, plane, target);
        if reach.is_none() && !rules.field.within(plane.spot, target.spot, NEAR) {
            continue;
        }
        let every = ((1u32 << rules.card(plane.card).weapons.len()) - 1) as u16;
        let shot = Shot::with(m as u16 + 1, reach.map_or(every, |(weapons, _)| weapons));
        let attack = Command::Attack { aircraft, at: ArrayVec::from_iter([shot]) };
        let label = format!("Fire everything at {}", words::plane(rules, state, m));
        let mut choice = menu::whole(look, label, rule::DECLARE_TARGETS, attack);
        choice.target = Some(PieceId::of(m));
        if let Some((weapons, number)) = reach {
            choice.note = format!("{} at {number}+", words::count(weapons.count_ones(), "weapon"));
            bears = true;
        }
        all.push(choice);
        if let (Some(drafted), Some((weapons, _))) = (drafted, reach) {
            one_more(look, n, (m, weapons), drafted, all);
        }
    }
    let Some(drafted) = drafted else {
        if bears {
            let share = Command::Attack { aircraft, at: ArrayVec::new() };
            all.push(Choice::new("Share the weapons out", rule::WEAPONS, Say::Draft(share)));
        }
        return;
    };
    for (k, shot) in drafted.iter().enumerate() {
        let mut next = drafted.clone();
        next.remove(k);
        let label = format!("Do not fire at {}", words::plane(rules, state, PieceId(shot.target).index()));
        let command = Command::Attack { aircraft, at: next };
        all.push(Choice::new(label, rule::DECLARE_TARGETS, Say::Draft(command)));
    }
    if !drafted.is_empty() {
        let command = Command::Attack { aircraft, at: drafted.clone() };
        all.push(menu::whole(look, "Fire like this", rule::DECLARE_TARGETS, command));
    }
}

/// One more weapon at a target: the next of each battery that bears, for those of a battery are alike.
fn one_more(
    look: Look<'_>,
    n: usize,
    (target, bearing): (usize, u16),
    drafted: &ArrayVec<Shot, MOST_WEAPONS>,
    all: &mut Vec<Choice<Command>>,
) {
    let Look { rules, state, .. } = look;
    let (id, card) = (target as u16 + 1, rules.card(state.planes[n].card));
    let used = drafted.iter().flat_map(|s| &s.weapons).fold(0u16, |bits, w| bits | 1 << w.min(&15));
    for battery in &card.batteries {
        let free = battery.bits & bearing & !used;
        if free == 0 {
            continue;
        }
        let w = free.trailing_zeros() as u8;
        let mut next = drafted.clone();
        match next.iter_mut().find(|s| s.target == id) {
            Some(shot) => {
                let _ = shot.weapons.try_push(w);
            }
            None => {
                let _ = next.try_push(Shot::with(id, 1 << w));
            }
        }
        let command = Command::Attack { aircraft: PieceId::of(n), at: next };
        let name = words::plane(rules, state, target);
        let label = format!("Add one {} {} at {name}", battery.kind, battery.arc.code());
        all.push(Choice {
            note: format!("{} of {} aimed", (battery.bits & used).count_ones(), battery.count),
            barred: look.barred(&command),
            target: Some(PieceId::of(target)),
            ..Choice::new(label, rule::WEAPONS, Say::Draft(command))
        });
    }
}

/// Judges Attack in the order attack-timing or opt-tailing, declare-targets, opt-limited-ammo, same-altitude, range,
/// firing-arcs, opt-deflection.
pub(crate) fn judge(look: Look<'_>, aircraft: PieceId, at: &[Shot]) -> Result<Declared, Refusals> {
    let (n, moment) = moment(look, aircraft)?;
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let mut no = Refusals::none();
    if moment == Moment::Before {
        judge_tailing(look, n, at, &mut no);
    }
    let mut volley = judge_declaration(look, rules.card(plane.card), at, &mut no);
    if no.any() {
        return Err(no);
    }
    let aim = |shot: &Aimed| Aim::new(rules, plane, &state.planes[usize::from(shot.target)], shot);
    let aims: ArrayVec<Aim<'_>, MOST_WEAPONS> = volley.iter().map(aim).collect();
    // Rule by rule, so that the reasons of several shots keep the order of the rules.
    for against in Aim::IN_ORDER {
        aims.iter().for_each(|aim| against(aim, &mut no));
    }
    for (shot, aim) in volley.iter_mut().zip(&aims) {
        shot.to_hit = aim.to_hit;
    }
    no.verdict().map(|()| Declared { plane: n, moment, volley })
}

/// One shot, looked at more closely.
pub(crate) struct Aim<'a> {
    rules: &'a Rules,
    plane: &'a Plane,
    target: &'a Plane,
    weapons: u16,
    /// The target's number.
    id: i32,
    row: Option<&'a RangeRow>,
    /// This or more hits; 7 where no attack is possible.
    pub(crate) to_hit: u8,
}

impl<'a> Aim<'a> {
    const IN_ORDER: [fn(&Aim<'a>, &mut Refusals); 5] =
        [Self::ammunition, Self::altitude, Self::reach, Self::arc, Self::aspect];

    /// A shot at a target.
    #[inline]
    pub(crate) fn new(rules: &'a Rules, plane: &'a Plane, target: &'a Plane, shot: &Aimed) -> Aim<'a> {
        let row = range(rules, plane, target);
        let to_hit = row.map_or(7, |row| to_hit(rules, row, plane, target));
        Aim { rules, plane, target, weapons: shot.weapons, id: i32::from(shot.target) + 1, row, to_hit }
    }

    /// What speaks against it.
    pub(crate) fn judge(&self, no: &mut Refusals) {
        Aim::IN_ORDER.into_iter().for_each(|against| against(self, no));
    }

    /// [`rule::OPT_LIMITED_AMMO`].
    #[inline]
    fn ammunition(&self, no: &mut Refusals) {
        let empty = self.weapons & !loaded(self.rules, self.plane);
        no.unless(empty == 0, || {
            let says = "weapon {0} has no ammunition left";
            Refusal::with(rule::OPT_LIMITED_AMMO, says, [empty.trailing_zeros() as i32, 0, 0])
        });
    }

    /// [`rule::SAME_ALTITUDE`].
    #[inline]
    fn altitude(&self, no: &mut Refusals) {
        let [target, own] = [self.target, self.plane].map(|plane| plane.level);
        no.unless(target == own, || {
            let says = "target {0} is at level {1}, the attacker at {2}";
            Refusal::with(rule::SAME_ALTITUDE, says, [self.id, target.into(), own.into()])
        });
    }

    /// [`rule::RANGE`].
    #[inline]
    fn reach(&self, no: &mut Refusals) {
        no.unless(self.row.is_some(), || {
            let rules = self.rules;
            let (says, unit) = if rules.field.is_hexes() {
                ("target {0} is {1} SU away, and fire reaches {2}", UNIT)
            } else {
                ("target {0} is {1} thousandths of an SU away, and fire reaches {2} SU", 1)
            };
            let reach = rules.tables.range.iter().map(|row| row.units).max().unwrap_or(0);
            let off = rules.field.milli(self.plane.spot, self.target.spot) / unit;
            Refusal::with(rule::RANGE, says, [self.id, off, reach])
        });
    }

    /// [`rule::FIRING_ARCS`].
    #[inline]
    fn arc(&self, no: &mut Refusals) {
        let card = self.rules.card(self.plane.card);
        let arcs = self.rules.field.arcs(self.plane.spot, self.plane.heading, self.target.spot);
        let blind = self.weapons & !card.bearing(arcs);
        no.unless(blind == 0, || {
            let weapon = blind.trailing_zeros();
            let says = outside(card.weapons[weapon as usize].arc);
            Refusal::with(rule::FIRING_ARCS, says, [self.id, weapon as i32, 0])
        });
    }

    /// [`rule::OPT_DEFLECTION`].
    #[inline]
    fn aspect(&self, no: &mut Refusals) {
        no.unless(self.row.is_none() || self.to_hit <= 6, || {
            let rows = self.rules.tables.range.iter().filter(|row| row.abeam <= 6);
            let reach = rows.map(|row| row.units).max().unwrap_or(0);
            let says = "target {0} is too far for a beam shot, which reaches {1} SU";
            Refusal::with(rule::OPT_DEFLECTION, says, [self.id, reach, 0])
        });
    }
}

/// What is said of a target outside an arc: the arc and where it lies ([`rule::FIRING_ARCS`]).
const fn outside(arc: Arc) -> &'static str {
    match arc {
        Arc::Ff => "target {0} is not in arc FF of weapon {1}, within 30 degrees of the nose",
        Arc::Rf => "target {0} is not in arc RF of weapon {1}, within 30 degrees of the tail",
        Arc::Bl => "target {0} is not in arc BL of weapon {1}, 30 to 150 degrees to the left",
        Arc::Br => "target {0} is not in arc BR of weapon {1}, 30 to 150 degrees to the right",
        Arc::Ft => "target {0} is not in arc FT of weapon {1}, before the mid-line",
        Arc::Rt => "target {0} is not in arc RT of weapon {1}, behind the mid-line",
        Arc::Tt => "target {0} is not in arc TT of weapon {1}",
    }
}

/// What an attack before moving needs ([`rule::OPT_TAILING`]).
fn judge_tailing(look: Look<'_>, n: usize, at: &[Shot], no: &mut impl Reasons) {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let fixed = rules.card(plane.card).fixed();
    let tailed = |shot: &Shot| {
        let target = PieceId(shot.target).index();
        state.planes.get(target).is_some_and(|enemy| tails(rules, plane, enemy))
    };
    let any = state.planes.iter().any(|enemy| tails(rules, plane, enemy));
    no.unless(any, || {
        let says = "nobody is tailed: an enemy at the same level, within {0} SU and in the aircraft's FF arc, with the aircraft in its RF arc";
        Refusal::with(rule::OPT_TAILING, says, [rules.tables.tailing.units, 0, 0])
    });
    no.unless(!any || at.iter().any(|s| tailed(s) && !s.weapons.is_empty()), || {
        Refusal::new(rule::OPT_TAILING, "at least one weapon must fire at a tailed enemy")
    });
    let strays = at.iter().any(|s| !tailed(s) && s.weapons.iter().any(|w| *w < 16 && fixed >> w & 1 == 1));
    no.unless(!any || !strays, || Refusal::new(rule::OPT_TAILING, "FF weapons must fire at a tailed enemy"));
}

/// Every target and its weapons ([`rule::DECLARE_TARGETS`]).
fn judge_declaration(look: Look<'_>, card: &Card, at: &[Shot], no: &mut impl Reasons) -> Volley {
    let Look { state, side, .. } = look;
    let by = rule::DECLARE_TARGETS;
    let mut volley = Volley::new();
    let mut used = 0u16;
    no.unless(!at.is_empty(), || Refusal::new(by, "an attack names a target and weapons"));
    for (n, shot) in at.iter().enumerate() {
        let id = [shot.target.into(), 0, 0];
        let target = PieceId(shot.target).index();
        let enemy = state.planes.get(target).is_some_and(|t| t.side != side && t.flying());
        no.unless(enemy, || Refusal::with(by, "{0} is not an enemy aircraft on the board", id));
        no.unless(at[..n].iter().all(|s| s.target != shot.target), || {
            Refusal::with(by, "target {0} is named twice", id)
        });
        no.unless(!shot.weapons.is_empty(), || Refusal::with(by, "no weapon fires at target {0}", id));
        let mut bits = 0u16;
        for weapon in &shot.weapons {
            if usize::from(*weapon) >= card.weapons.len() {
                no.object(|| Refusal::with(by, "the aircraft has no weapon {0}", [(*weapon).into(), 0, 0]));
                continue;
            }
            no.unless(used >> weapon & 1 == 0, || {
                Refusal::with(by, "weapon {0} is declared twice", [(*weapon).into(), 0, 0])
            });
            used |= 1 << weapon;
            bits |= 1 << weapon;
        }
        let split = volley.iter().any(|s: &Aimed| s.weapons & card.fixed() != 0) && bits & card.fixed() != 0;
        no.unless(!split, || Refusal::new(by, "all FF weapons must fire at the same target"));
        volley.push(Aimed { target: target as u16, weapons: bits, to_hit: 7 });
    }
    volley
}

/// Judges NoAttack.
pub(crate) fn judge_no_attack(look: Look<'_>, aircraft: PieceId) -> Result<Act, Refusals> {
    match moment(look, aircraft)? {
        (plane, Moment::After) => Ok(Act::HoldFire { plane }),
        (_, Moment::Before) => {
            let says = "aircraft {0} has not moved";
            Err(Refusal::with(rule::ATTACK_TIMING, says, [aircraft.0.into(), 0, 0]).into())
        }
    }
}
