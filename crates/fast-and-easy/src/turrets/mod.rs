//! 9. Bomber fire: arcs, turrets, and fire on friends.

mod choices;
mod danger;
mod friendly_fire;

pub(crate) use choices::{best, best_at, choices, draft_choices, lone_shots, may_join};
pub(crate) use danger::danger;
pub(crate) use friendly_fire::friendly_fire;

use crate::command::{Act, TARGETS, Turret, TurretFire, Turrets};
use crate::sequence::out_of_turn;
use crate::sets::Scratch;
use crate::shooting::{
    Aim, Attack, MAX_DICE, Shot, critical_modifiers, critical_sixes, land, object_zero_dice, show_volley,
    throw,
};
use crate::state::{Flags, MAX_PLANES, Plane, PlaneSet, Rules, Stage, State};
use crate::words::{from_away, volley_text};
use crate::{Effect, Look, rule};
use arrayvec::ArrayVec;
use sky::Hex;
use table::{
    Calculation, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals, SumOnly, Terms,
    Whether,
};

/// Whether a turret bears on a hex seen at `[x, y]` (`fast-and-easy/bomber-arcs`).
///
/// ```text
///       L   L   L   L          flying right
///     T   L   L   L   N        N nose, T tail, L and R sides;
///   T   T   L   L   N   N      top and belly bear all round
/// T   T   T   B   N   N   N
///   T   T   R   R   N   N
///     T   R   R   R   N
///       R   R   R   R
/// ```
pub fn bears(turret: Turret, x: i16, y: i16) -> bool {
    match turret {
        Turret::Nose => x >= 1 && x + y >= 1,
        Turret::Tail => x <= -1 && x + y <= -1,
        Turret::SideRight => y >= 1 && x <= 0 && x + y >= 0,
        Turret::SideLeft => y <= -1 && x >= 0 && x + y <= 0,
        Turret::Top | Turret::Belly => (x, y) != (0, 0),
    }
}

/// Rating of a turret; 0 where the bomber has none.
fn rating(rules: &Rules, i: usize, turret: Turret) -> u8 {
    let dice = &rules.card(i).turrets;
    match turret {
        Turret::Nose => dice.nose,
        Turret::Top => dice.top,
        Turret::Belly => dice.belly,
        Turret::SideLeft | Turret::SideRight => dice.side,
        Turret::Tail => dice.tail,
    }
}

/// Longest range of turrets.
fn reach(rules: &Rules) -> u8 {
    rules.tables.shooting.turret.needs.len() as u8
}

// What can be fired ------------------------------------------------------------------------------------------------

impl Aim<'_> {
    /// Dice of one turret (`fast-and-easy/bomber-fire`): wingman, ace and tailing never apply.
    fn turret_dice(self, turret: Turret, terms: &mut impl Terms) -> u8 {
        let rating = rating(self.rules, self.shooter, turret);
        if rating == 0 {
            return 0;
        }
        let tables = &self.rules.tables;
        let mut dice = rating as i8;
        terms.add(turret.word(), dice.into(), rule::BOMBER_FIRE);
        if self.is_frontal() {
            terms.add("frontal fire", tables.dice.frontal.into(), rule::FRONTAL_FIRE);
            dice += tables.dice.frontal;
        }
        if self.in_cloud() {
            terms.add("cloud", tables.clouds.dice.into(), rule::OPT_CLOUDS);
            dice += tables.clouds.dice;
        }
        dice.max(0) as u8
    }

    /// What the arcs have against one turret firing (`fast-and-easy/bomber-arcs`).
    fn object_arc(self, turret: Turret, why: &mut impl Reasons) {
        let plane = &self.state.planes[self.shooter];
        let (x, y) = plane.hex.seen_from(plane.facing, self.state.planes[self.target].hex);
        let reach = reach(self.rules);
        why.unless(self.range <= reach, || {
            let says = "bomber guns reach {1} hexes, the range is {0}";
            Refusal::with(rule::BOMBER_ARCS, says, [self.range.into(), reach.into(), 0])
        });
        why.unless(rating(self.rules, self.shooter, turret) > 0, || {
            Refusal::new(rule::BOMBER_ARCS, "the bomber has no such turret")
        });
        why.unless(bears(turret, x, y), || {
            Refusal::new(rule::BOMBER_ARCS, "that turret does not bear on the target")
        });
    }

    /// Whether a turret that exists has dice left for a target within reach, and a number to roll
    /// (`fast-and-easy/zero-dice`).
    fn object_turret_dice(self, turret: Turret, why: &mut impl Reasons) {
        if self.range > reach(self.rules) || rating(self.rules, self.shooter, turret) == 0 {
            return;
        }
        let dice = self.turret_dice(turret, &mut SumOnly);
        let needs = self.needed(&self.rules.tables.shooting.turret, &mut SumOnly);
        object_zero_dice(dice, needs, "no dice are left for that turret", why);
    }
}

impl Aim<'_> {
    /// Whether a bomber that may still fire could fire one of its turrets at the target and nothing else.
    fn suits_a_turret(self) -> bool {
        let mut barred = Whether::default();
        self.object_weather(&mut barred);
        !barred.any() && self.is_clear() && Turret::ALL.into_iter().any(|turret| self.suits(turret))
    }

    /// Whether this turret could, if one can.
    fn suits(self, turret: Turret) -> bool {
        let mut barred = Whether::default();
        self.object_arc(turret, &mut barred);
        if !barred.any() {
            self.object_turret_dice(turret, &mut barred);
        }
        !barred.any()
    }
}

/// What speaks against a bomber's fire as declared, in the order of `fast-and-easy/refusal-order`.
fn object(rules: &Rules, state: &State, i: usize, at: &[TurretFire], why: &mut impl Reasons) {
    object_declaration(rules, state, i, at, why);
    if why.enough() {
        return;
    }
    let aimed = aimed(rules, state, i, at);
    why.unless(aimed.len() == at.len(), || {
        Refusal::new(rule::BOMBER_TARGETS, "targets are enemy planes on the map")
    });
    // Every rule is put to all targets before the next one is.
    for (_, aim) in &aimed {
        why.unless(aim.is_clear(), || {
            Refusal::new(rule::LINE_OF_SIGHT, "another plane is in the line of fire")
        });
    }
    for (_, aim) in &aimed {
        aim.object_clouds(why);
    }
    for (_, aim) in &aimed {
        aim.object_night(why);
    }
    if why.enough() {
        return;
    }
    for (fire, aim) in &aimed {
        fire.turrets.iter().for_each(|turret| aim.object_arc(*turret, why));
    }
    for (fire, aim) in &aimed {
        fire.turrets.iter().for_each(|turret| aim.object_turret_dice(*turret, why));
    }
    object_together(at, &aimed, why);
}

/// Turrets and the enemies on the map at which they fire.
type Aimed<'a> = ArrayVec<(&'a TurretFire, Aim<'a>), TARGETS>;

/// Who is aimed at, leaving out what is no target.
fn aimed<'a>(rules: &'a Rules, state: &'a State, i: usize, at: &'a [TurretFire]) -> Aimed<'a> {
    let enemy = |t: &usize| rules.planes[*t].side != rules.planes[i].side && state.on_map(*t);
    let target = |fire: &TurretFire| rules.index(fire.target).filter(enemy);
    at.iter().filter_map(|fire| Some((fire, Aim::new(rules, state, i, target(fire)?)))).collect()
}

/// What speaks against turrets that could each fire alone firing at the same target.
fn object_together(at: &[TurretFire], aimed: &Aimed<'_>, why: &mut impl Reasons) {
    for fire in at {
        // fast-and-easy/top-and-belly
        let both = fire.turrets.contains(&Turret::Top) && fire.turrets.contains(&Turret::Belly);
        why.unless(!both, || {
            Refusal::new(rule::TOP_AND_BELLY, "top and belly turrets may not fire at the same target")
        });
    }
    for (fire, aim) in aimed {
        // fast-and-easy/range-three-turret
        let single = aim.rules.tables.shooting.single_turret_range;
        why.unless(aim.range < single || fire.turrets.len() <= 1, || {
            let says = "at range {0} only one turret fires";
            Refusal::with(rule::RANGE_THREE_TURRET, says, [single.into(), 0, 0])
        });
    }
}

/// At how many targets a bomber may fire; fire on a friend counts as one (`fast-and-easy/bomber-targets`).
fn most_targets(rules: &Rules, flags: Flags) -> u8 {
    rules.tables.turrets.targets.saturating_sub(flags.has(Flags::FIRED_ON_FRIEND).into())
}

/// How many targets and turrets may be named (`fast-and-easy/bomber-targets`).
fn object_declaration(rules: &Rules, state: &State, i: usize, at: &[TurretFire], why: &mut impl Reasons) {
    let flags = state.planes[i].flags;
    let most = most_targets(rules, flags);
    why.unless(at.len() <= most as usize, || {
        let says = "at most {1} targets, {0} are named";
        Refusal::with(rule::BOMBER_TARGETS, says, [at.len() as i32, most.into(), 0])
    });
    let mut named = 0u8;
    let mut again = false;
    for turret in at.iter().flat_map(|f| &f.turrets) {
        let bit = 1 << *turret as u8;
        again |= named & bit != 0;
        named |= bit;
    }
    why.unless(!again, || Refusal::new(rule::BOMBER_TARGETS, "a turret fires at one target only"));
    let twice = |n: usize| at[..n].iter().any(|f| f.target == at[n].target);
    why.unless(!(1..at.len()).any(twice), || Refusal::new(rule::BOMBER_TARGETS, "a target is named twice"));
    why.unless(!flags.has(Flags::TURRETS_FIRED), || {
        Refusal::new(rule::BOMBER_TARGETS, "this bomber has fired this turn")
    });
    why.unless(!at.is_empty() && at.iter().all(|f| !f.turrets.is_empty()), || {
        Refusal::new(rule::BOMBER_TARGETS, "name at least one target, and turrets for each")
    });
}

/// Every reason against turrets firing so, whatever the step.
pub(crate) fn object_fire(rules: &Rules, state: &State, i: usize, at: &[TurretFire]) -> Result<(), Refusals> {
    let mut why = Refusals::none();
    object(rules, state, i, at, &mut why);
    why.verdict()
}

/// A declaration with one more turret in it.
fn and(at: &[TurretFire], target: usize, turret: Turret) -> ArrayVec<TurretFire, TARGETS> {
    let mut all: ArrayVec<TurretFire, TARGETS> = at.iter().cloned().collect();
    let target = PieceId::of(target);
    match all.iter_mut().find(|f| f.target == target) {
        Some(fire) => {
            let _ = fire.turrets.try_push(turret);
        }
        None => {
            let _ = all.try_push(TurretFire { target, turrets: ArrayVec::from_iter([turret]) });
        }
    }
    all
}

/// A bomber's declaration with one more turret in it, if it may fire so.
pub(crate) fn may_add(
    rules: &Rules,
    state: &State,
    order: &Turrets,
    target: usize,
    turret: Turret,
) -> Option<Turrets> {
    let at = and(&order.at, target, turret);
    let mut barred = Whether::default();
    object(rules, state, order.aircraft.index(), &at, &mut barred);
    (!barred.any()).then_some(Turrets { aircraft: order.aircraft, at })
}

/// Most enemies within reach of a bomber: three rings of hexes.
const MOST_NEAR: usize = 36;

/// Enemies at which a bomber could fire at least one turret, nearest first.
fn targets(rules: &Rules, state: &State, i: usize) -> ArrayVec<u8, MOST_NEAR> {
    let plane = &state.planes[i];
    // At equal range, clockwise from straight ahead.
    let clockwise = |aim: &Aim<'_>| {
        let there = state.planes[aim.target].hex;
        plane.hex.ring(plane.facing, aim.range.into()).position(|hex| hex == there)
    };
    let enemies = enemies(rules, state);
    let aims = in_reach(rules, state, &enemies, i);
    let mut found: ArrayVec<_, MAX_PLANES> =
        aims.map(|aim| (aim.range, clockwise(&aim), aim.target as u8)).collect();
    found.sort_unstable();
    found.into_iter().map(|(.., target)| target).take(MOST_NEAR).collect()
}

/// Where the bombers' enemies on the map are, and who they are: gone through once for every bomber.
type Enemies = ArrayVec<(Hex, u8), MAX_PLANES>;

fn enemies(rules: &Rules, state: &State) -> Enemies {
    let all = rules.side_set(rules.interceptor()).iter();
    all.filter(|t| state.on_map(*t)).map(|t| (state.planes[t].hex, t as u8)).collect()
}

/// The same targets in id order, as aims.
fn in_reach<'a>(
    rules: &'a Rules,
    state: &'a State,
    enemies: &'a [(Hex, u8)],
    i: usize,
) -> impl Iterator<Item = Aim<'a>> {
    let Plane { hex, flags, .. } = state.planes[i];
    let able = !flags.has(Flags::TURRETS_FIRED) && most_targets(rules, flags) > 0;
    let enemies = if able { enemies } else { &[] };
    let near = 1..=i16::from(reach(rules));
    let near = enemies.iter().filter(move |(there, _)| near.contains(&hex.distance(*there)));
    near.map(move |(_, t)| Aim::new(rules, state, i, (*t).into())).filter(|aim| aim.suits_a_turret())
}

/// Bombers that can fire at something now.
pub(crate) fn may_fire(rules: &Rules, state: &State) -> PlaneSet {
    let enemies = enemies(rules, state);
    let near = Scratch::around(&rules.board, enemies.iter().map(|(hex, _)| *hex), reach(rules).into());
    let can_fire = |i: usize| in_reach(rules, state, &enemies, i).next().is_some();
    rules.bombers.iter().filter(|i| state.stands_in(rules, &near, *i) && can_fire(*i)).collect()
}

// Fire -------------------------------------------------------------------------------------------------------------

/// Most targets at which a bomber may fire in a turn.
pub(crate) const MOST_TARGETS: u8 = 2;

/// Turrets of a bomber that fire at one target.
pub(crate) struct TurretAttack {
    /// At whom, with what dice.
    pub(crate) shot: Shot,
    /// The turrets.
    pub(crate) turrets: ArrayVec<Turret, 8>,
}

impl TurretAttack {
    /// The attack that the turrets named make on their target.
    pub(crate) fn new(rules: &Rules, state: &State, shooter: usize, fire: &TurretFire) -> TurretAttack {
        let aim = Aim::new(rules, state, shooter, fire.target.index());
        let dice = fire.turrets.iter().map(|t| aim.turret_dice(*t, &mut SumOnly)).sum::<u8>();
        let attack = Attack {
            dice: dice.min(MAX_DICE as u8),
            needs: aim.needed(&rules.tables.shooting.turret, &mut SumOnly),
            sight: aim.sighting(),
            // fast-and-easy/engine-hits: not for bomber turrets.
            engine_checks: false,
            critical_sixes: critical_sixes(rules, aim.range == reach(rules)),
            critical: critical_modifiers(rules, aim.is_frontal(), false),
            row: rules.card(aim.target).class,
            rule: rule::BOMBER_FIRE,
        };
        let shot = Shot { shooter, target: aim.target, range: aim.range, attack };
        TurretAttack { shot, turrets: fire.turrets.clone() }
    }

    /// The lines behind it.
    pub(crate) fn calculations(&self, rules: &Rules, state: &State) -> [Calculation; 3] {
        let aim = self.shot.aim(rules, state);
        let mut dice = Calculation::of("dice");
        for turret in &self.turrets {
            aim.turret_dice(*turret, &mut dice);
        }
        let mut needs = Calculation::of("needed to hit");
        aim.needed(&rules.tables.shooting.turret, &mut needs);
        let mut critical = Calculation::of("critical throw");
        self.shot.attack.critical.explain(&mut critical);
        [dice, needs, critical]
    }
}

/// Whether a bomber's fire may be declared so.
pub(crate) fn judge(look: Look<'_>, order: &Turrets) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
    let bomber = rules.index(order.aircraft).filter(|i| rules.bombers.contains(*i) && state.on_map(*i));
    let (Some(i), Stage::BombersFire, true) = (bomber, state.stage, side == rules.escort && !state.opening)
    else {
        return Err(out_of_turn("turrets are fired by bombers on the map in step 6"));
    };
    let mut barred = Whether::default();
    object(rules, state, i, &order.at, &mut barred);
    if barred.any() {
        object_fire(rules, state, i, &order.at)?;
    }
    Ok(Act::Turrets(order.clone()))
}

/// The attacks that a legal declaration makes.
pub(crate) fn attacks(
    rules: &Rules,
    state: &State,
    order: &Turrets,
) -> ArrayVec<TurretAttack, { MOST_TARGETS as usize }> {
    order.at.iter().map(|fire| TurretAttack::new(rules, state, order.aircraft.index(), fire)).collect()
}

/// Fires a bomber's turrets, attack by attack as declared.
pub(crate) fn fire(effect: &mut Effect<'_, impl Dice, impl Listener>, order: &Turrets) -> Result<(), Need> {
    let (rules, i) = (effect.rules, order.aircraft.index());
    let attacks = attacks(rules, effect.state, order);
    for attack in &attacks {
        let shot = &attack.shot;
        let volley = throw(rules, &shot.attack, effect.dice)?;
        effect.events.tell(|| {
            let [calculation, ..] = attack.calculations(rules, effect.state);
            let text = format!(
                "{} fires {} at {} {} {}",
                rules.who(i),
                named(&attack.turrets),
                rules.who(shot.target),
                from_away(shot.range),
                volley_text(&shot.attack, &volley)
            );
            let event = Event::new(EventKind::Fire, rule::BOMBER_FIRE, text).and_rule(rule::SHOOTING_TABLE);
            show_volley(event, &volley).by(PieceId::of(i)).at(PieceId::of(shot.target)).because(calculation)
        });
        land(effect, shot, &volley, rule::ATTACK);
    }
    effect.state.planes[i].flags.set(Flags::TURRETS_FIRED);
    effect.state.pending.remove(i);
    if attacks.iter().any(|attack| !effect.state.on_map(attack.shot.target)) {
        effect.state.pending = may_fire(rules, effect.state);
    }
    Ok(())
}

/// "nose and top".
fn named(turrets: &[Turret]) -> String {
    let words: Vec<&str> = turrets.iter().map(|turret| turret.word()).collect();
    words.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FastAndEasy;
    use table::{Library, Pilot, Position, Referee, Seed, SeededDice, Silence, validate};

    #[test]
    fn targets_are_the_enemies_at_which_one_turret_alone_may_fire() {
        let data = testing::built_in::<FastAndEasy>();
        let Ok(Position { rules, mut state }) =
            FastAndEasy::set_up(&data, &data.scenarios["box-over-germany"])
        else {
            panic!("it cannot be set up");
        };
        let mut chance = SeededDice::new(Seed::from_number(4));
        let (mut aimed, mut shot_together) = (0, 0);
        while let Some(side) = FastAndEasy::to_act(&rules, &state).iter().next() {
            for i in rules.bombers.iter().filter(|i| state.on_map(*i)) {
                let nothing = Turrets { aircraft: PieceId::of(i), at: ArrayVec::new() };
                let found = targets(&rules, &state, i);
                for t in rules.fighters[rules.interceptor().index()].iter() {
                    let may = |turret| may_add(&rules, &state, &nothing, t, turret).is_some();
                    assert_eq!(found.contains(&(t as u8)), Turret::ALL.into_iter().any(may), "{i} at {t}");
                }
                aimed += found.len();
                shot_together += hold_that_joining_is_adding(&rules, &state, &nothing);
            }
            let look = Look::new(&rules, &state, side);
            let command = FastAndEasy::sample(look, &mut chance);
            let accepted = validate(look, &command).unwrap();
            accepted.carry_out(&rules, &mut state, &mut chance, &mut Silence).unwrap();
        }
        assert!(aimed > 0, "{}", rule::BOMBER_ARCS);
        assert!(shot_together > 0, "{}", rule::TOP_AND_BELLY);
    }

    /// Turrets that could fire alone join one another as far as they may be added. How many pairs there are.
    fn hold_that_joining_is_adding(rules: &Rules, state: &State, nothing: &Turrets) -> usize {
        let lone = lone_shots(rules, state, nothing.aircraft.index());
        let added = |order: &Turrets, (target, turret): (u8, Turret)| {
            may_add(rules, state, order, target.into(), turret)
        };
        let mut pairs = 0;
        for first in &lone {
            let one = added(nothing, *first).expect("it could fire alone");
            assert_eq!(may_join(rules, state, nothing, *first).as_ref(), Some(&one));
            for second in &lone {
                assert_eq!(
                    may_join(rules, state, &one, *second),
                    added(&one, *second),
                    "{first:?} {second:?}"
                );
                pairs += 1;
            }
        }
        pairs
    }
}
