//! Who may start where (`fast-and-easy/deploy-bombers`, `fast-and-easy/deploy-escorts`,
//! `fast-and-easy/deploy-interceptors`).

use super::build::Flaws;
use super::possible::may_share;
use crate::objections::{Objections, no, no_with};
use crate::rules as rule;
use crate::scenario::Scenario;
use crate::state::{PlaneSet, Role, Rules, State};
use sky::{Direction, Hex};
use table::{Refusals, RuleId};

/// The facing in which escorts start: that of the bombers.
pub(super) fn bombers_facing(rules: &Rules, state: &State) -> Option<Direction> {
    rules.bombers.iter().next().map(|b| state.planes[b].facing)
}

/// What speaks against plane `i` starting at `hex`. Only planes that have been placed count.
pub(crate) fn object_placement(
    rules: &Rules,
    state: &State,
    i: usize,
    hex: Hex,
    facing: Direction,
    why: &mut impl Objections,
) {
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
                no_with(
                    own_rule,
                    "bombers start in columns 0 to {1}, this is {0}",
                    [column.into(), last.into(), 0],
                )
            });
            why.unless(facing == Direction::default(), || {
                no(own_rule, "bombers start facing 0, the far short side")
            });
            let apart = table.bombers_apart;
            why.unless(nearest(rules.bombers).is_none_or(|d| d >= apart), || {
                no_with(own_rule, "no two bombers start closer than {0} hexes", [apart.into(), 0, 0])
            });
        }
        Role::Escort => {
            let most = table.escort_distance;
            if let Some(far) = nearest(rules.bombers) {
                why.unless(far <= most, || {
                    let numbers = [far.into(), most.into(), 0];
                    no_with(
                        own_rule,
                        "an escort starts within {1} hexes of a bomber, the nearest is at {0}",
                        numbers,
                    )
                });
            }
            why.unless(bombers_facing(rules, state).is_none_or(|f| f == facing), || {
                no(own_rule, "escorts start facing as the bombers do")
            });
        }
        Role::Interceptor => {
            let least = table.interceptor_distance;
            if let Some(near) = nearest(rules.side_set(rules.escort)) {
                why.unless(near >= least, || {
                    let numbers = [near.into(), least.into(), 0];
                    no_with(
                        own_rule,
                        "interceptors start at least {1} hexes from every enemy, this is {0}",
                        numbers,
                    )
                });
            }
        }
    }
    let everybody = rules.side_set(rules.escort).or(&rules.side_set(rules.interceptor()));
    why.unless(nearest(everybody) != Some(0), || no(own_rule, "that hex is occupied"));
}

/// The rule that orders refusals, and its order for set-ups.
const ORDER: (RuleId, [RuleId; 3]) =
    (rule::REFUSAL_ORDER, [rule::DEPLOY_BOMBERS, rule::DEPLOY_ESCORTS, rule::DEPLOY_INTERCEPTORS]);

/// Checks where a scenario puts its planes: one plane a hex always, the set-up rules when the game starts with its set-up.
pub(super) fn check(rules: &Rules, state: &State, scenario: &Scenario, flaws: &mut Flaws) {
    for i in 0..state.planes.len() {
        let info = &rules.planes[i];
        let group = &rules.groups[info.group as usize];
        let path = format!("groups[{}].hexes[{}]", info.group, i - group.first);
        if !state.on_map(i) {
            // fast-and-easy/deploy-escorts: in a game without bombers the scenario gives the hexes.
            let unplaced = state.planes[i].status == crate::state::Status::Unplaced;
            if unplaced && info.role == Role::Escort && rules.bombers.is_empty() {
                flaws.add(
                    path,
                    "in a game without bombers the scenario gives every hex",
                    rule::DEPLOY_ESCORTS,
                );
            } else if unplaced && info.role == Role::Interceptor && fixed(scenario) {
                let says = "give a hex, or choose interceptor_deployment random or free";
                flaws.add(path, says, rule::DEPLOY_INTERCEPTORS);
            }
            continue;
        }
        let hex = state.planes[i].hex;
        let held = |p: &usize| state.on_map(*p) && state.planes[*p].hex == hex;
        let other = (0..i).find(|p| held(p) && !may_share(rules, state, *p, i));
        if let Some(other) = other {
            let says = format!("{} stands on {} already", rules.planes[other].name, rules.hex_name(hex));
            flaws.add(&*path, says, rule::BOARD);
            continue;
        }
        // Hexes that the scenario gave to fighters stay as they are wherever their bombers are then placed.
        let settled = scenario.start.is_some() && info.role != Role::Bomber;
        if !scenario.in_flight() && !settled {
            let mut why = Refusals::none();
            object_placement(rules, state, i, hex, state.planes[i].facing, &mut why);
            if let Some(first) = why.first() {
                flaws.add(path, first.text(), first.rule);
            }
        }
    }
    let (_, order) = ORDER;
    flaws.0.sort_by_key(|flaw| order.iter().position(|rule| flaw.rule == Some(*rule)));
}

fn fixed(scenario: &Scenario) -> bool {
    scenario.options.interceptor_deployment == crate::options::Deployment::Fixed
}
