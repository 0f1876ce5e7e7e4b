//! A plane and what it aims at: line, range, weather, and what each die needs.

use crate::data::{Class, NeedRow};
use crate::movement::performance::glides;
use crate::rule;
use crate::state::{Flags, Role, Rules, State};
use sky::{Between, Direction, Hex, between};
use table::{Reasons, Refusal, Side, Terms};

/// What a line of hexes holds first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Nothing within range.
    Nothing,
    /// A plane of one's own side.
    Friend,
    /// An enemy plane.
    Enemy {
        /// Where it is.
        hex: Hex,
        /// How far.
        range: u8,
    },
}

/// The first plane that `side` sees on the straight line from `hex` (`fast-and-easy/line-of-sight`: only the nearest can be
/// a target).
#[inline(always)]
pub(crate) fn first_on_line(
    rules: &Rules,
    state: &State,
    side: Side,
    (from, d): (Hex, Direction),
    range: u8,
) -> Sight {
    let (own, enemy) = (&state.occupied[side.index()], &state.occupied[side.enemy().index()]);
    let mut hex = from;
    for n in 1..=range {
        hex = hex.ahead(d, 1);
        let Some(place) = rules.place(hex) else { return Sight::Nothing };
        if enemy.has(place) {
            return Sight::Enemy { hex, range: n };
        }
        if own.has(place) {
            return Sight::Friend;
        }
    }
    Sight::Nothing
}

/// Whether something that satisfies `blocks` bars the line between two hexes (`fast-and-easy/line-of-sight`): a hex that
/// the line crosses, or both of two that it runs between.
fn line_blocked(from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    between(from, to).any(|place| match place {
        Between::Hex(hex) => blocks(hex),
        Between::Side(a, b) => blocks(a) && blocks(b),
    })
}

/// One plane that aims at another.
#[derive(Clone, Copy)]
pub(crate) struct Aim<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    /// Who aims.
    pub(crate) shooter: usize,
    /// At whom.
    pub(crate) target: usize,
    /// How far.
    pub(crate) range: u8,
}

impl<'a> Aim<'a> {
    /// From where both planes stand.
    #[inline]
    pub(crate) fn new(rules: &'a Rules, state: &'a State, shooter: usize, target: usize) -> Aim<'a> {
        let range = state.planes[shooter].hex.distance(state.planes[target].hex) as u8;
        Aim { rules, state, shooter, target, range }
    }

    /// The hexes of shooter and target.
    fn hexes(self) -> (Hex, Hex) {
        (self.state.planes[self.shooter].hex, self.state.planes[self.target].hex)
    }

    /// What each die needs (`fast-and-easy/shooting-table`).
    pub(crate) fn needed(self, row: &NeedRow, terms: &mut impl Terms) -> u8 {
        let card = self.rules.card(self.target);
        let mut needs = row.needs.get(self.range as usize - 1).copied().unwrap_or(7);
        terms.add("shooting table", needs.into(), rule::SHOOTING_TABLE);
        // fast-and-easy/vs-jets; a jet without fuel is hit as any other plane (fast-and-easy/opt-jet-fuel).
        let glides = glides(self.rules, self.state, self.target);
        if let (1, Some(jet), Class::Jet, false) = (self.range, row.jet, card.class, glides) {
            terms.add("jet at range 1", i32::from(jet) - i32::from(needs), rule::VS_JETS);
            needs = jet;
        }
        // fast-and-easy/small-target
        terms.add("small target", card.small_target.into(), rule::SMALL_TARGET);
        needs + card.small_target
    }

    /// Whether the shooter fires head-to-head (`fast-and-easy/frontal-fire`): the target lies straight ahead and faces the
    /// shooter exactly.
    pub(crate) fn is_frontal(self) -> bool {
        let (s, t) = (&self.state.planes[self.shooter], &self.state.planes[self.target]);
        t.facing == s.facing.turned(3) && s.hex != t.hex && s.hex.ahead(s.facing, self.range.into()) == t.hex
    }

    /// Whether the target shows the shooter its tail (`fast-and-easy/tailing-fire`).
    pub(super) fn is_tailing(self) -> bool {
        self.state.planes[self.shooter].facing == self.state.planes[self.target].facing
    }

    /// Whether a wingman is adjacent behind on the left or right (`fast-and-easy/wingman`): a friendly fighter with the same
    /// facing at [0,-1] or [-1,1].
    pub(super) fn has_wingman(self) -> bool {
        let Aim { rules, state, shooter, .. } = self;
        let plane = &state.planes[shooter];
        let side = rules.planes[shooter].side;
        [(0, -1), (-1, 1)].into_iter().any(|(x, y)| {
            let hex = plane.hex.relative(plane.facing, x, y);
            rules.place(hex).is_some_and(|n| state.occupied[side.index()].has(n))
                && state.plane_at(rules, hex).is_some_and(|i| {
                    rules.planes[i].side == side
                        && rules.planes[i].role != Role::Bomber
                        && state.planes[i].facing == plane.facing
                })
        })
    }

    /// Whether shooter or target is in cloud.
    pub(crate) fn in_cloud(self) -> bool {
        let (from, to) = self.hexes();
        self.rules.cloudy(from) || self.rules.cloudy(to)
    }

    /// Whether no other plane is between the two.
    pub(crate) fn is_clear(self) -> bool {
        let (from, to) = self.hexes();
        !line_blocked(from, to, |hex| self.state.taken(self.rules, hex))
    }

    /// What cloud and night have against a shot, in this order.
    pub(crate) fn object_weather(self, why: &mut impl Reasons) {
        self.object_clouds(why);
        self.object_night(why);
    }

    /// `fast-and-easy/opt-clouds`.
    pub(crate) fn object_clouds(self, why: &mut impl Reasons) {
        if !self.rules.options.clouds {
            return;
        }
        let near = self.range <= self.rules.tables.clouds.range;
        why.unless(near || !self.in_cloud(), || {
            Refusal::new(rule::OPT_CLOUDS, "into or out of cloud only range 1 shots are possible")
        });
        let (from, to) = self.hexes();
        why.unless(!line_blocked(from, to, |hex| self.rules.cloudy(hex)), || {
            Refusal::new(rule::OPT_CLOUDS, "a cloud lies between")
        });
    }

    /// `fast-and-easy/opt-night`.
    pub(crate) fn object_night(self, why: &mut impl Reasons) {
        let most = self.rules.tables.night.range;
        why.unless(!self.rules.options.night || self.range <= most, || {
            let says = "guns reach {1} hexes at night, the range is {0}";
            Refusal::with(rule::OPT_NIGHT, says, [self.range.into(), most.into(), 0])
        });
    }

    /// Lowest score that sees a target at night, where it must be looked for (`fast-and-easy/opt-night`).
    pub(crate) fn sighting(self) -> Option<u8> {
        let night = &self.rules.tables.night;
        if !self.rules.options.night || self.range <= night.sure_range {
            return None;
        }
        let mut bonus = 0;
        if self.rules.planes[self.shooter].radar {
            bonus += night.radar;
        }
        if self.state.planes[self.target].flags.has(Flags::SHOT) {
            bonus += night.target_fired;
        }
        Some(night.sight.saturating_sub(bonus).max(1))
    }
}
