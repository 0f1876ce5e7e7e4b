//! What a pilot keeps in mind while it thinks about one decision: the courses of aircraft that it has looked at, in the aircraft's own
//! frame. Flights in the head come to the same speed and attitude again and again, in other places.

use super::patterns;
use super::search::{Arena, End, Search};
use super::short::Group;
use crate::aircraft::Condition;
use crate::attitude::{Bank, Nose};
use crate::command::Mode;
use crate::craft::Craft;
use crate::reach::Reach;
use crate::state::{Plane, TurnCarry};
use std::collections::BTreeMap;
use std::rc::Rc;

/// With more ends than this everything is forgotten, because a server may have many pilots think at once. They take 10 MB, and few decisions
/// need as many.
const MOST_ENDS: usize = 400_000;

/// What a pilot keeps in mind while it thinks about one decision.
#[derive(Default)]
pub struct Memory {
    arena: Arena,
    courses: BTreeMap<Key, Rc<Courses>>,
    /// By the numbers of the courses from which they were made.
    reaches: BTreeMap<Vec<u32>, Rc<Reach>>,
    ends: usize,
    searched: u32,
}

/// The courses of one mode, reversal and number of VFPs.
pub(crate) struct Courses {
    /// Tells them from all others of the same memory.
    number: u32,
    pub(crate) ends: Vec<End>,
}

/// All that the courses depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    speed: i16,
    fps: u8,
    mode: Mode,
    pair: (u8, u8),
    bank: Bank,
    nose: Nose,
    reversal: Option<u8>,
    turning: Option<TurnCarry>,
    /// The first aircraft of this type with a pilot of this class.
    like: usize,
    band: usize,
    condition: Condition,
    flaps: bool,
    formation: bool,
    fired: bool,
    forced_straight: bool,
}

impl Key {
    fn of(craft: &Craft<'_>, pair: (u8, u8)) -> Key {
        let Craft { rules, plane, .. } = *craft;
        let alike = |n: &usize| std::ptr::eq(rules.ty(*n), craft.ty) && rules.crews[*n].pilot == craft.pilot;
        Key {
            speed: craft.speed,
            fps: craft.fps,
            mode: craft.mode,
            pair,
            bank: plane.bank,
            nose: plane.nose,
            reversal: craft.reversal,
            turning: plane.turning,
            like: (0..rules.crews.len()).find(alike).unwrap_or(rules.crews.len()),
            band: craft.band,
            condition: craft.condition,
            flaps: craft.flaps,
            formation: craft.formation,
            fired: plane.fired || plane.gunned != 0,
            forced_straight: plane.forced_straight,
        }
    }

    /// An aircraft of which nothing else is known, so the courses cannot depend on anything else of it.
    fn plane(&self) -> Plane {
        let Key { bank, nose, turning, fired, forced_straight, .. } = *self;
        Plane { bank, nose, turning, fired, forced_straight, ..Plane::default() }
    }
}

impl Memory {
    /// The courses of the short list for one mode, reversal and number of VFPs.
    pub(super) fn courses(&mut self, craft: &Craft<'_>, pair: (u8, u8)) -> Rc<Courses> {
        let key = Key::of(craft, pair);
        if let Some(known) = self.courses.get(&key) {
            return Rc::clone(known);
        }
        let plane = key.plane();
        let bare = Craft { plane: &plane, ..*craft };
        let ends = Search::short(bare, pair).best(&mut self.arena, &patterns::of(&bare, pair));
        if self.ends + ends.len() > MOST_ENDS {
            self.courses.clear();
            self.reaches.clear();
            self.ends = 0;
        }
        self.ends += ends.len();
        self.searched += 1;
        let found = Rc::new(Courses { number: self.searched, ends });
        self.courses.insert(key, Rc::clone(&found));
        found
    }

    /// What an aircraft can do with these courses.
    pub(crate) fn reach(&mut self, groups: &[Group<'_>]) -> Rc<Reach> {
        let numbers: Vec<u32> = groups.iter().map(|group| group.courses.number).collect();
        let made = self.reaches.entry(numbers).or_insert_with(|| Rc::new(Reach::of(groups)));
        Rc::clone(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Throttle;
    use crate::plans::{groups, openings};
    use crate::rules::Rules;
    use crate::state::{Stage, State};
    use crate::turn::Rate;
    use crate::{FightingWings, Hand, rule};
    use sky::{Direction, Hex};
    use table::{Library, Look, Pilot, Position, Referee, Seed, SeededDice, Silence, validate};

    fn set_up(scenario: &str) -> Position<FightingWings> {
        let data = testing::built_in::<FightingWings>();
        FightingWings::set_up(&data, &data.scenarios[scenario]).unwrap()
    }

    /// Compares what is in mind of an aircraft with what is found afresh for it as it stands; how many courses that is.
    fn compare((rules, state): (&Rules, &State), index: usize, memory: &mut Memory) -> usize {
        let mut compared = 0;
        for throttle in [rules.ty(index).highest(), Throttle::Idle] {
            for flaps in [false, true] {
                for (craft, pair) in openings(rules, state, index, (throttle, flaps)) {
                    let search = Search::short(craft, pair);
                    let afresh = search.best(&mut Arena::default(), &patterns::of(&craft, pair));
                    let (plane, mode) = (craft.plane, craft.mode);
                    assert!(memory.courses(&craft, pair).ends == afresh, "{mode:?} {pair:?} {plane:?}");
                    compared += afresh.len();
                }
            }
            let groups: Vec<_> = groups((rules, state), index, (throttle, false), memory).collect();
            assert!(*memory.reach(&groups) == Reach::of(&groups), "{:?}", state.planes[index]);
        }
        compared
    }

    #[test]
    fn what_is_kept_in_mind_is_what_would_be_found_afresh_in_every_game() {
        for (scenario, moves) in [("kent", 24), ("pacific-pairs", 12), ("hanover", 12), ("fortress-box", 12)]
        {
            let Position { rules, mut state } = set_up(scenario);
            let mut dice = SeededDice::new(Seed::from_number(7));
            let (mut memory, mut compared, mut moved) = (Memory::default(), 0, 0);
            while let Some(side) = FightingWings::to_act(&rules, &state).iter().next()
                && moved < moves
            {
                if let Stage::Move(movers) = state.now.stage {
                    moved += 1;
                    compared += compare((&rules, &state), movers.trailing_zeros() as usize, &mut memory);
                }
                let look = Look::<FightingWings>::new(&rules, &state, side);
                let command = FightingWings::sample(look, &mut dice);
                let accepted = validate(look, &command).unwrap();
                accepted.carry_out(&rules, &mut state, &mut dice, &mut Silence).unwrap();
            }
            assert!(compared > 1000, "{scenario}: {compared} courses, {}", rule::CANON);
        }
    }

    #[test]
    fn aircraft_that_differ_in_one_thing_are_never_taken_for_each_other() {
        let changes: [fn(&mut Plane); 21] = [
            |_| {},
            |plane| (plane.hex, plane.heading) = (Hex::new(-3, 8), Direction::ALL[4]),
            |plane| plane.altitude = 20,
            |plane| plane.altitude = 320,
            |plane| plane.speed.0 += 1,
            |plane| plane.bank = Bank::Rb,
            |plane| plane.bank = Bank::Inv,
            |plane| plane.nose = Nose::Climb,
            |plane| plane.nose = Nose::Dive,
            |plane| plane.half = !plane.half,
            |plane| plane.carry = 3,
            |plane| plane.throttle = Throttle::Idle,
            |plane| plane.damaged = true,
            |plane| plane.loaded = true,
            |plane| plane.forced_idle = true,
            |plane| plane.forced_straight = true,
            |plane| plane.fired = true,
            |plane| plane.gunned = 1,
            |plane| plane.place = None,
            |plane| (plane.moved, plane.number, plane.met, plane.blind) = (true, 3, 2, 2),
            |plane| {
                plane.bank = Bank::Lb;
                plane.turning = Some(TurnCarry { hand: Hand::Left, rate: Rate::Tt, fps: 2, vertical: false });
            },
        ];
        // At these speeds a Spitfire turns at ET unless it has fired, and a Fortress at TT unless it flies in formation.
        for (scenario, aircraft, speed) in [("hanover", 8, 9), ("kent", 2, 10), ("fortress-box", 1, 10)] {
            let Position { rules, state } = set_up(scenario);
            let mut memory = Memory::default();
            for index in 0..aircraft {
                for change in changes {
                    let mut state = state.clone();
                    state.planes[index].speed.0 = speed;
                    change(&mut state.planes[index]);
                    compare((&rules, &state), index, &mut memory);
                }
            }
        }
    }

    #[test]
    fn when_there_is_no_more_room_everything_is_forgotten() {
        let Position { rules, state } = set_up("kent");
        let mut memory = Memory::default();
        let groups_of = |index: usize, memory: &mut Memory| -> Vec<Group<'_>> {
            groups((&rules, &state), index, (Throttle::Military, false), memory).collect()
        };
        let first = groups_of(0, &mut memory);
        memory.ends = MOST_ENDS;
        let second = groups_of(1, &mut memory);
        assert_eq!(memory.courses.len(), second.len());
        assert!(*memory.reach(&second) == Reach::of(&second) && *memory.reach(&first) == Reach::of(&first));
    }
}
