//! Who may start where (`fast-and-easy/deploy-bombers`, `fast-and-easy/deploy-escorts`,
//! `fast-and-easy/deploy-interceptors`).

use super::PlaneStart;
use super::possible::may_share;
use crate::options::Deployment;
use crate::rule;
use crate::scenario::Scenario;
use crate::state::{PlaneSet, Role, Rules, State, Status};
use sky::Direction;
use table::{Flaws, Reasons, Refusal, Refusals, RuleId};

/// The facing in which escorts start: that of the bombers.
pub(super) fn bombers_facing(rules: &Rules, state: &State) -> Option<Direction> {
    rules.bombers.iter().next().map(|b| state.planes[b].facing)
}

/// What speaks against a plane starting there. Only planes that have been placed count.
pub(crate) fn object_placement(rules: &Rules, state: &State, start: PlaneStart, why: &mut impl Reasons) {
    let PlaneStart { plane: i, hex, facing } = start;
    let table = &rules.tables.deploy;
    let placed = |set: PlaneSet| set.iter().filter(move |p| *p != i && state.on_map(*p));
    let nearest = |set: PlaneSet| placed(set).map(|p| state.planes[p].hex.distance(hex)).min();
    let own_rule = match rules.planes[i].role {
        Role::Bomber => rule::DEPLOY_BOMBERS,
        Role::Escort => rule::DEPLOY_ESCORTS,
        Role::Interceptor => rule::DEPLOY_INTERCEPTORS,
    };
    match rules.planes[i].role {
        Role::Bomber => {
            let [over, under] = table.bomber_zone;
            let last = over * rules.board.columns / under;
            let column = rules.board.grid.printed(hex).0;
            why.unless(column <= last, || {
                Refusal::with(
                    own_rule,
                    "bombers start in columns 0 to {1}, this is {0}",
                    [column.into(), last.into(), 0],
                )
            });
            why.unless(facing == Direction::default(), || {
                Refusal::new(own_rule, "bombers start facing 0, the far short side")
            });
            let apart = table.bombers_apart;
            why.unless(nearest(rules.bombers).is_none_or(|d| d >= apart), || {
                Refusal::with(own_rule, "no two bombers start closer than {0} hexes", [apart.into(), 0, 0])
            });
        }
        Role::Escort => {
            let most = table.escort_distance;
            if let Some(far) = nearest(rules.bombers) {
                why.unless(far <= most, || {
                    let numbers = [far.into(), most.into(), 0];
                    Refusal::with(
                        own_rule,
                        "an escort starts within {1} hexes of a bomber, the nearest is at {0}",
                        numbers,
                    )
                });
            }
            why.unless(bombers_facing(rules, state).is_none_or(|f| f == facing), || {
                Refusal::new(own_rule, "escorts start facing as the bombers do")
            });
        }
        Role::Interceptor => {
            let least = table.interceptor_distance;
            if let Some(near) = nearest(rules.side_set(rules.escort)) {
                why.unless(near >= least, || {
                    let numbers = [near.into(), least.into(), 0];
                    Refusal::with(
                        own_rule,
                        "interceptors start at least {1} hexes from every enemy, this is {0}",
                        numbers,
                    )
                });
            }
        }
    }
    let everybody = rules.side_set(rules.escort).or(&rules.side_set(rules.interceptor()));
    why.unless(nearest(everybody) != Some(0), || Refusal::new(own_rule, "that hex is occupied"));
}

/// The rule that orders refusals, and its order for set-ups.
const ORDER: (RuleId, [Role; 3]) = (rule::REFUSAL_ORDER, [Role::Bomber, Role::Escort, Role::Interceptor]);

/// Checks where a scenario puts its planes: one plane a hex always, the set-up rules when the game starts with its set-up.
pub(super) fn check(rules: &Rules, state: &State, scenario: &Scenario, flaws: &mut Flaws) {
    let all = 0..state.planes.len();
    let shares = |i: usize| {
        let held = |p: &usize| state.on_map(*p) && state.planes[*p].hex == state.planes[i].hex;
        (0..i).find(|p| state.on_map(i) && held(p) && !may_share(rules, state, *p, i))
    };
    for (i, other) in all.clone().filter_map(|i| Some((i, shares(i)?))) {
        let hex = rules.hex_name(state.planes[i].hex);
        let says = format!("{} stands on {hex} already", rules.planes[other].name);
        flaws.add(path(rules, i), says, rule::BOARD);
    }
    let (_, order) = ORDER;
    for role in order {
        for i in all.clone().filter(|i| rules.planes[*i].role == role && shares(*i).is_none()) {
            check_start(rules, state, scenario, i, flaws);
        }
    }
}

/// The field of a plane's hex.
fn path(rules: &Rules, i: usize) -> String {
    let g = rules.planes[i].group as usize;
    format!("groups[{g}].hexes[{}]", i - rules.groups[g].first)
}

/// Checks one plane by the set-up rules.
fn check_start(rules: &Rules, state: &State, scenario: &Scenario, i: usize, flaws: &mut Flaws) {
    let (role, plane) = (rules.planes[i].role, &state.planes[i]);
    if plane.status == Status::Unplaced {
        // fast-and-easy/deploy-escorts: in a game without bombers the scenario gives the hexes.
        let told = role != Role::Escort || !rules.bombers.is_empty();
        let says = "in a game without bombers the scenario gives every hex";
        flaws.unless(told, path(rules, i), says, rule::DEPLOY_ESCORTS);
        let told = role != Role::Interceptor || rules.options.interceptor_deployment != Deployment::Fixed;
        let says = "give a hex, or choose interceptor_deployment random or free";
        flaws.unless(told, path(rules, i), says, rule::DEPLOY_INTERCEPTORS);
    }
    // Hexes that the scenario gave to fighters stay as they are wherever their bombers are then placed.
    let settled = scenario.start.is_some() && role != Role::Bomber;
    if state.on_map(i) && !scenario.in_flight() && !settled {
        let mut why = Refusals::none();
        let start = PlaneStart { plane: i, hex: plane.hex, facing: plane.facing };
        object_placement(rules, state, start, &mut why);
        if let Some(first) = why.first() {
            flaws.add(path(rules, i), first.text(), first.rule);
        }
    }
}
