//! How dangerous it is near a bomber, for pilots who look for the side on which it defends itself least.

use super::{bears, rating};
use crate::command::Turret;
use crate::state::{Rules, State};
use sky::Hex;

/// Hits, in thousandths, that a bomber's turrets bring on average on an enemy who comes to this hex, if nothing is in their way.
pub(crate) fn danger(rules: &Rules, state: &State, i: usize, hex: Hex) -> i64 {
    let (plane, shooting) = (&state.planes[i], &rules.tables.shooting);
    let range = plane.hex.distance(hex) as u8;
    let needs = usize::from(range).checked_sub(1).and_then(|n| shooting.turret.needs.get(n));
    let Some(hits) = needs.map(|needs| i64::from(7u8.saturating_sub(*needs).min(6))) else { return 0 };
    let night = &rules.tables.night;
    let seen = match rules.options.night {
        true if range > night.range => return 0,
        true if range > night.sure_range => i64::from(7u8.saturating_sub(night.sight).min(6)),
        _ => 6,
    };
    let (x, y) = plane.hex.seen_from(plane.facing, hex);
    let dice = |turret| if bears(turret, x, y) { rating(rules, i, turret) } else { 0 };
    // fast-and-easy/top-and-belly
    let round = dice(Turret::Top).max(dice(Turret::Belly));
    let rest = [Turret::Nose, Turret::Tail, Turret::SideLeft, Turret::SideRight].map(dice);
    // fast-and-easy/range-three-turret
    let alone = range >= shooting.single_turret_range;
    let most =
        if alone { rest.into_iter().fold(round, u8::max) } else { round + rest.into_iter().sum::<u8>() };
    i64::from(most) * hits * seen * 1000 / 36
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FastAndEasy, rule};
    use table::{Library, Position};

    #[test]
    fn how_dangerous_it_is_near_a_bomber_depends_on_the_turrets_that_bear() {
        let data = testing::built_in::<FastAndEasy>();
        let Ok(Position { mut rules, state }) =
            FastAndEasy::set_up(&data, &data.scenarios["night-lancasters"])
        else {
            panic!("it cannot be set up");
        };
        // A Lancaster: nose 2, top 2, tail 3.
        let lancaster = &state.planes[0];
        let at = |rules: &Rules, x: i16, y: i16| {
            danger(rules, &state, 0, lancaster.hex.relative(lancaster.facing, x, y))
        };
        assert_eq!(at(&rules, -1, 0), 5 * 4 * 1000 / 6, "{}", rule::BOMBER_ARCS);
        assert_eq!(at(&rules, 0, -1), 2 * 4 * 1000 / 6, "only the top turret bears to the side");
        assert_eq!(
            at(&rules, -2, 0),
            5 * 3 * 1000 / 12,
            "half of the time nobody is seen: {}",
            rule::OPT_NIGHT
        );
        assert_eq!(at(&rules, -3, 0), 0, "{}", rule::OPT_NIGHT);
        rules.options.night = false;
        assert_eq!(at(&rules, -2, 0), 5 * 3 * 1000 / 6);
        assert_eq!(at(&rules, -3, 0), 3 * 1000 / 6, "only one turret fires: {}", rule::RANGE_THREE_TURRET);
        assert_eq!(at(&rules, -4, 0), 0);
    }
}
