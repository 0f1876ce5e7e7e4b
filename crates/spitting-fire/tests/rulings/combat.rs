//! Section 9: combat.

use crate::common::{Fight, Setup, both, hexes, open};
use spitting_fire::field::Field;
use spitting_fire::options::Mode;
use spitting_fire::rule;
use table::{Side, validate};

/// Aircraft 1 of this card at the place has moved; the rest are Bf 109s at level 5, and one far away.
fn attacker(board: Setup, card: &str, at: [i32; 3], targets: &[[i32; 3]]) -> Setup {
    let far = if board.scenario.options.mode == Mode::Hexes { [0, 0, 0] } else { [500, 500, 0] };
    let mut setup = board.allies(card, 5, &[at]).axis("bf-109", 5, targets);
    setup = setup.axis("wuerger", 2, &[far]);
    setup.active(1, "straight-level").moved(1)
}

#[test]
fn attacks_come_after_the_movement_of_the_active_aircraft() {
    let setup = hexes()
        .allies("spitfire", 5, &[[10, 10, 0], [12, 10, 0]])
        .axis("bf-109", 5, &[[10, 16, 0], [12, 16, 0]])
        .active(1, "straight-level");
    let mut g = setup.go();
    g.refused("attack 3:0", rule::ATTACK_TIMING).refused("no-attack", rule::ATTACK_TIMING);
    g.say("forward 5").refused("attack 3:0", rule::ATTACK_TIMING);
    g.say("end-move").with(2).refused("attack 4:0", rule::ATTACK_TIMING);
    g.with(3).refused("attack 1:0", rule::ATTACK_TIMING);
    g.with(1).dice(&[1]).say("attack 3:0").refused("attack 3:1", rule::DECLARE_TARGETS);
}

#[test]
fn ex_53_a_turret_may_fire_at_four_targets() {
    let ring = [[10, 12, 0], [12, 10, 0], [10, 8, 0], [8, 10, 0]];
    let mut g = attacker(hexes(), "defiant", [10, 10, 0], &ring).go();
    g.dice(&[1, 1, 1, 1, 1]).say("attack 2:0 3:1 4:2 5:3");
    let fired =
        g.table.log(table::Seat::Observer, 0).iter().filter(|e| e.rules.contains(&rule::TO_HIT)).count();
    assert_eq!(fired, 4, "{}", rule::DECLARE_TARGETS);
}

#[test]
fn ex_54_fixed_weapons_share_one_target() {
    let mut g = attacker(hexes(), "spitfire", [10, 10, 0], &[[10, 12, 0], [10, 13, 0]]).go();
    g.refused("attack 2:0,1 3:2,3,4,5", rule::DECLARE_TARGETS);
}

#[test]
fn ex_55_a_rear_gun_fires_at_its_own_target() {
    let mut setup =
        hexes().axis("zerstoerer", 5, &[[10, 10, 0]]).allies("spitfire", 5, &[[10, 12, 0], [10, 8, 0]]);
    setup = setup.active(1, "straight-level").moved(1);
    let mut g = setup.go();
    // Weapons 2 to 5 are the FF machine guns, 6 is the RT gun.
    g.with(1).dice(&[1, 1, 1, 1, 1, 2]).say("attack 2:2,3,4,5 3:6");
    assert!(g.cites(rule::TO_HIT));
    assert!(g.plane(1).attacked);
}

#[test]
fn declarations_are_of_enemies_on_the_board_and_weapons_once() {
    let setup = hexes()
        .allies("spitfire", 5, &[[10, 10, 0], [10, 13, 0]])
        .axis("bf-109", 5, &[[10, 12, 0], [14, 30, 0]])
        .plane(2, 2, |p| p.lost = Some(spitting_fire::state::Fate::ShotDown))
        .active(1, "straight-level")
        .moved(1);
    let mut g = setup.go();
    for bad in
        ["attack 2:0", "attack 4:0", "attack 9:0", "attack", "attack 3:", "attack 3:0,0", "attack 3:0 3:1"]
    {
        g.refused(bad, rule::DECLARE_TARGETS);
    }
    g.refused("attack 3:6", rule::DECLARE_TARGETS);
}

#[test]
fn targets_are_at_the_same_level() {
    for board in both() {
        let close = if board.scenario.options.mode == Mode::Hexes {
            [[10, 10, 0], [10, 12, 0]]
        } else {
            [[10_000, 10_000, 0], [10_000, 12_000, 0]]
        };
        let setup = board.allies("spitfire", 5, &close[..1]).axis("bf-109", 4, &close[1..]);
        let mut g = setup.active(1, "straight-level").moved(1).go();
        g.refused("attack 2:0", rule::SAME_ALTITUDE);
    }
}

/// The arcs of an attacker at `from` in which `to` lies, as codes.
fn arcs(mode: Mode, from: [i32; 3], to: [i32; 2]) -> String {
    let field = Field::new(mode, 24, 36);
    let spot = |[x, y]: [i32; 2]| match mode {
        Mode::Hexes => field.hex(x as i16, y as i16),
        Mode::Open => spitting_fire::field::Spot { x, y },
    };
    field.arcs(spot([from[0], from[1]]), from[2] as u16, spot(to)).codes().join(" ")
}

#[test]
fn ex_56_hexes_on_the_clock() {
    // Three and nine o'clock, then eleven.
    let seen = [[12, 10], [8, 10], [9, 11]].map(|to| arcs(Mode::Hexes, [10, 10, 0], to));
    assert!(seen[..2].iter().all(|a| a.contains("FT") && a.contains("RT")), "{}", rule::FIRING_ARCS);
    assert!(seen[2].contains("FF") && seen[2].contains("BL"));
}

#[test]
fn ex_57_arcs_of_an_attacker_facing_north() {
    let seen = |col, row| arcs(Mode::Hexes, [10, 10, 0], [col, row]);
    assert_eq!(seen(9, 11), "FF BL FT TT", "{}", rule::FIRING_ARCS);
    assert_eq!(seen(12, 10), "BR FT RT TT");
    assert_eq!(seen(8, 10), "BL FT RT TT");
    assert_eq!(seen(10, 13), "FF FT TT");
    assert_eq!(seen(9, 12), "FF FT TT");
    assert_eq!(seen(9, 10), "BL FT TT");
    assert_eq!(seen(10, 7), "RF RT TT");
}

#[test]
fn ex_58_arcs_of_an_attacker_facing_south_east() {
    assert_eq!(arcs(Mode::Hexes, [10, 10, 120], [12, 9]), "FF FT TT", "{}", rule::FIRING_ARCS);
    assert_eq!(arcs(Mode::Hexes, [10, 10, 120], [10, 7]), "BR FT TT");
}

#[test]
fn ex_59_arcs_on_the_open_table() {
    let seen = |x, y| arcs(Mode::Open, [12_000, 18_000, 0], [x, y]);
    assert_eq!(seen(14_000, 21_464), "FF BR FT TT", "{}", rule::FIRING_ARCS);
    assert_eq!(seen(14_100, 21_464), "BR FT TT");
    assert_eq!(seen(16_000, 18_000), "BR FT RT TT");
    assert_eq!(seen(10_000, 14_536), "RF BL RT TT");
}

#[test]
fn ex_60_one_degree_decides_on_the_open_table() {
    let seen = |heading| arcs(Mode::Open, [12_000, 18_000, heading], [12_000, 21_000]);
    assert_eq!(seen(330), "FF BR FT TT", "{}", rule::FIRING_ARCS);
    assert_eq!(seen(331), "FF FT TT");
    assert_eq!(seen(329), "BR FT TT");
}

#[test]
fn weapons_fire_into_their_own_arc() {
    let mut g = attacker(hexes(), "spitfire", [10, 10, 0], &[[12, 10, 0]]).go();
    g.refused("attack 2:0", rule::FIRING_ARCS);
    let mut g = attacker(open(), "spitfire", [12_000, 18_000, 0], &[[12_000, 15_000, 0]]).go();
    g.refused("attack 2:0", rule::FIRING_ARCS);
}

/// What aircraft 1 needs to hit aircraft 2, by the odds that players are shown.
fn to_hit(g: &Fight) -> Option<i32> {
    let odds = g.odds(1, 2, Some("0")).ok()?;
    Some(odds.calculations[0].total)
}

#[test]
fn ex_61_ranges_on_the_open_table() {
    let at = |y: i32| attacker(open(), "spitfire", [12_000, 18_000, 0], &[[12_000, y, 0]]).go();
    let needed = [20_000, 20_002, 20_003, 22_000, 24_002, 24_003].map(|y| to_hit(&at(y)));
    assert_eq!(needed, [Some(4), Some(4), Some(5), Some(5), Some(6), None]);
    at(24_003).refused("attack 2:0", rule::RANGE);
}

#[test]
fn ex_62_three_weapons_three_dice() {
    let mut g = attacker(hexes(), "spitfire", [10, 10, 0], &[[10, 12, 0]]).go();
    assert_eq!(g.asks("attack 2:0,1,2"), ("to hit", 3));
    g.dice(&[3, 3, 3, 1]).say("attack 2:0,1,2");
    assert!(g.cites(rule::TO_HIT));
}

#[test]
fn ex_63_a_thirty_millimetre_hit_rolls_four_dice() {
    let cannon = hexes().card("cannon", |c| c.weapons = vec!["30mm FF".into()]);
    let mut g = attacker(cannon, "cannon", [10, 10, 0], &[[10, 12, 0]]).go();
    g.dice(&[4, 1, 2, 3, 3, 1]).say("attack 2:0");
    let log = g.table.log(table::Seat::Observer, 0);
    let fire = log.iter().find(|e| e.rules.contains(&rule::TO_HIT)).unwrap();
    assert_eq!(fire.dice.iter().filter(|d| d.why == "damage").count(), 4, "{}", rule::DAMAGE);
}

/// A test Spitfire so far below a target with DEF 4+ and 4 boxes.
fn against_four_boxes(hexes_away: i32) -> Fight {
    attacker(hexes(), "spitfire", [10, 10, 0], &[[10, 10 + hexes_away, 0]]).go()
}

#[test]
fn ex_64_a_whole_attack_at_short_range() {
    let mut g = against_four_boxes(2);
    g.dice(&[5, 2, 4, 3, 6, 1, 4, 1, 6, 3, 5, 1]).say("attack 2:0,1,2,3,4,5");
    assert!(g.cites(rule::DAMAGE) && g.cites(rule::DAMAGE_BOXES));
    assert_eq!((g.plane(2).damage, g.plane(2).flying()), (3, true));
}

#[test]
fn ex_65_the_same_attack_at_long_range() {
    let mut g = against_four_boxes(5);
    // Two hits: three dice for the first 20 mm, one for the first LMG.
    g.dice(&[6, 5, 6, 5, 4, 1, 4, 1, 1, 4, 1]).say("attack 2:0,1,2,3,4,5");
    assert!(g.cites(rule::DAMAGE));
    assert_eq!(g.plane(2).damage, 2);
}

#[test]
fn odds_are_those_of_the_dice() {
    // One LMG at 4+ against DEF 4+: half of its shots hit, and half of those do damage.
    let g = against_four_boxes(2);
    let odds = |with| g.odds(1, 2, with).unwrap();
    let both = |with| (odds(with).hit.exact, odds(with).harm.exact);
    assert_eq!(both(Some("5")), ("1/2".to_owned(), "1/4".to_owned()), "{} {}", rule::TO_HIT, rule::DAMAGE);
    assert_eq!(odds(Some("5")).expected_milli, 250);
    assert_eq!(odds(None).damage.len(), 5);
    // One 20 mm of two hits, or does damage: independent, so 1 - (1/2)^2 and 1 - (9/16)^2.
    assert_eq!(both(Some("0,1")), ("3/4".to_owned(), "175/256".to_owned()));
    assert!(g.odds(1, 3, None).is_err());
}

/// A refusal says what was compared and what would do.
#[test]
fn refusals_name_numbers_and_what_is_legal() {
    let board = |target: [i32; 3]| {
        hexes()
            .with(|s| s.options.deflection = true)
            .allies("spitfire", 5, &[[10, 10, 0]])
            .axis("bf-109", 5, &[target])
            .active(1, "straight-level")
            .moved(1)
            .go()
    };
    let why = |g: &Fight, text: &str| {
        let command = serde_json::from_str(text).unwrap();
        let no = validate(g.look(Side::Allies), &command).err().unwrap();
        no.iter().map(table::Refusal::text).collect::<Vec<_>>().join("; ")
    };
    let fire = r#"{"attack":{"aircraft":1,"at":[{"target":2,"weapons":[0]}]}}"#;
    let far = "target 2 is 8 SU away, and fire reaches 6";
    assert_eq!(why(&board([10, 18, 0]), fire), far, "{}", rule::RANGE);
    let behind = "target 2 is not in arc FF of weapon 0, within 30 degrees of the nose";
    assert_eq!(why(&board([10, 7, 0]), fire), behind, "{}", rule::FIRING_ARCS);
    let crossing = "target 2 is too far for a beam shot, which reaches 4 SU";
    assert_eq!(why(&board([10, 15, 120]), fire), crossing, "{}", rule::OPT_DEFLECTION);
    // Odds are refused for the same reasons.
    let g = board([10, 18, 0]);
    let odds = g.odds(1, 2, None);
    assert_eq!(odds.unwrap_err().first().unwrap().text(), far);
    let mut g = board([10, 18, 0]);
    g.refused("confirm", rule::SEQUENCE);
    assert_eq!(why(&g, r#""confirm""#), "this belongs to another phase: groups are activated now");
}
