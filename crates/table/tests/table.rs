//! The table, with a small game played at it ([`bids`]).

#![allow(clippy::unwrap_used)]

use bids::{BIDS, Bids, Command};
use std::collections::BTreeMap;
use table::*;

/// The lowest, the middle and the highest bid that menus offer.
fn bid(n: usize) -> Command {
    Command::Bid(BIDS[n - 1])
}

fn data() -> BTreeMap<String, bids::Scenario> {
    Bids::load(&BTreeMap::new()).unwrap()
}

fn seat_with(dice: DiceSource) -> Table<Bids> {
    Table::new(&data(), &data()["three"], dice).unwrap()
}

fn scripted(faces: &[u8]) -> Table<Bids> {
    seat_with(DiceSource::Script(faces.iter().copied().collect()))
}

fn finished() -> Transcript {
    let mut table = seat_with(DiceSource::seeded(Seed::from_number(9)));
    for (allies, axis) in [(1, 3), (3, 2), (2, 2)] {
        table.act(Side::Axis, bid(axis), &[]).unwrap();
        table.act(Side::Allies, bid(allies), &[]).unwrap();
    }
    table.transcript()
}

fn load(transcript: &Transcript) -> Result<Table<Bids>, Difference> {
    Table::load(&Bids::load(&BTreeMap::new()).unwrap(), transcript, None)
}

#[test]
fn random_games_keep_the_laws() {
    let data = Bids::load(&BTreeMap::new()).unwrap();
    for seed in 0..200 {
        let report = play_by_the_laws::<Bids>(&data, &data["three"], seed, 6).unwrap();
        assert_eq!(report.commands, 6);
    }
}

#[test]
fn a_table_asks_for_the_dice_it_lacks_and_goes_on_when_it_gets_them() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, bid(1), &[]).unwrap();
    let before = StateHash::of(table.state());
    let need = |table: &mut Table<Bids>, dice: &[u8]| match table.act(Side::Axis, bid(3), dice) {
        Err(ActError::Need(need)) => (need.count, need.ask.why),
        other => panic!("{other:?}"),
    };
    assert_eq!(need(&mut table, &[]), (2, "a point of difference"));
    assert_eq!(need(&mut table, &[6]), (1, "a point of difference"));
    assert_eq!(need(&mut table, &[2]), (1, "a six"));
    assert_eq!(StateHash::of(table.state()), before, "nothing has changed yet");
    let acted = table.act(Side::Axis, bid(3), &[5]).unwrap();
    assert_eq!(acted.dice, [6, 2, 5]);
    assert_eq!(table.state().points, [0, 13]);
}

#[test]
fn all_dice_may_also_be_given_again_from_the_beginning() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, bid(1), &[]).unwrap();
    table.act(Side::Axis, bid(3), &[6, 2]).unwrap_err();
    assert_eq!(table.act(Side::Axis, bid(3), &[6, 2, 5]).unwrap().dice, [6, 2, 5]);
}

#[test]
fn a_script_is_used_before_what_is_typed() {
    let mut table = scripted(&[6]);
    table.act(Side::Allies, bid(1), &[]).unwrap();
    assert_eq!(table.act(Side::Axis, bid(3), &[1, 2]).unwrap().dice, [6, 1, 2]);
}

#[test]
fn dice_that_cannot_be_used_are_refused_and_change_nothing() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, bid(1), &[]).unwrap();
    let bad = |dice: &[u8]| {
        let mut table = scripted(&[]);
        table.act(Side::Allies, bid(1), &[]).unwrap();
        match table.act(Side::Axis, bid(2), dice) {
            Err(ActError::BadDice(says)) => (says, table.len()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(bad(&[7]), ("7 cannot come up for 'a point of difference', which has 6 faces".into(), 1));
    assert_eq!(bad(&[3, 3]), ("2 dice were given, 1 are needed".into(), 1));
    let mut seeded = seat_with(DiceSource::seeded(Seed::from_number(1)));
    assert!(matches!(seeded.act(Side::Axis, bid(2), &[1]), Err(ActError::BadDice(_))));
}

#[test]
fn a_secret_is_told_to_its_owner_and_the_referee_only() {
    let mut table = scripted(&[4]);
    table.act(Side::Allies, bid(2), &[]).unwrap();
    let told = |table: &Table<Bids>, seat| table.log(seat, 0).len();
    assert_eq!(
        [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee].map(|s| told(&table, s)),
        [1, 0, 0, 1]
    );
    table.act(Side::Axis, bid(1), &[]).unwrap();
    let log = table.log(Seat::Axis, 0);
    assert_eq!(log.iter().map(|e| (e.seq, e.line)).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
}

#[test]
fn ex_01_a_secret_bid_is_taken_back_and_shown_bids_are_not() {
    let mut table = scripted(&[4]);
    assert_eq!(table.undo(Side::Allies), Err(UndoError::Nothing));
    let start = StateHash::of(table.state());
    table.act(Side::Allies, bid(2), &[]).unwrap();
    assert_eq!(table.undo(Side::Axis), Err(UndoError::NotYours));
    assert_eq!(table.may_take_back(Side::Allies, None), Ok(TakeBack { lines: 1, seen: false }));
    table.undo(Side::Allies).unwrap();
    assert_eq!(StateHash::of(table.state()), start);
    assert!(table.log(Seat::Referee, 0).is_empty());
    table.act(Side::Allies, bid(2), &[]).unwrap();
    table.act(Side::Axis, bid(1), &[]).unwrap();
    assert_eq!(table.undo(Side::Axis), Err(UndoError::Shown));
    assert_eq!(table.undo(Side::Allies), Err(UndoError::Shown));
}

#[test]
fn ex_02_the_end_of_a_game_cannot_be_taken_back() {
    for before in [None, Some(bid(1))] {
        let mut table = scripted(&[]);
        if let Some(secret) = before {
            table.act(Side::Axis, secret, &[]).unwrap();
        }
        assert!(table.act(Side::Allies, Command::GiveUp, &[]).unwrap().dice.is_empty());
        assert!(table.transcript().end.is_some(), "the transcript now shows everything");
        for side in Side::BOTH {
            assert_eq!(table.undo(side), Err(UndoError::Over), "{side}");
        }
        assert_eq!(table.outcome().unwrap().winner, Some(Side::Axis));
    }
}

#[test]
fn ex_03_who_was_asked_for_dice_over_a_secret_stays_with_what_was_said() {
    // 7 is no face, [3, 3, 3, 3] one die too many: whatever the table answers may tell of the other bid.
    for (dice, rest) in
        [(&[][..], &[5, 4, 3][..]), (&[7], &[5, 4, 3]), (&[5], &[4, 3]), (&[3, 3, 3, 3], &[5, 4, 3])]
    {
        let mut table = scripted(&[]);
        table.act(Side::Allies, Command::Bid(770_000), &[]).unwrap();
        table.act(Side::Axis, bid(3), dice).unwrap_err();
        for other in [&[][..], &[4]] {
            match table.act(Side::Axis, bid(1), other) {
                Err(ActError::Refused(why)) => assert_eq!(why.first().unwrap().rule, rule::STANDS),
                told => panic!("another bid after {dice:?}: {told:?}"),
            }
        }
        assert_eq!(table.undo(Side::Allies), Err(UndoError::Shown), "the Axis may know of it");
        let offered = table.menu(Side::Axis, None);
        let says: Vec<&Say<Command>> = offered.choices.iter().map(|c| &c.say).collect();
        assert_eq!(says, [&Say::Command(bid(3))], "the menu offers what is accepted");
        for (n, free) in [(1, false), (3, true)] {
            let draft = table.menu(Side::Axis, Some(&bid(n))).draft.unwrap();
            assert_eq!(draft.barred.is_empty(), free, "bid {n}");
        }
        assert!(table.menu(Side::Allies, None).choices.is_empty());
        table.act(Side::Axis, bid(3), rest).unwrap();
        assert_eq!((table.bound(), table.state().points), (None, [0, 12]));
    }
}

#[test]
fn a_bound_side_is_bound_again_after_the_table_was_read_from_a_file() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, bid(1), &[]).unwrap();
    table.bind(Side::Axis, bid(3));
    assert_eq!(table.bound(), Some((Side::Axis, &bid(3))));
    assert!(matches!(table.act(Side::Axis, bid(2), &[1]), Err(ActError::Refused(_))));
    table.act(Side::Axis, bid(3), &[1, 1]).unwrap();
}

#[test]
fn a_line_tells_of_what_was_taken_back_wherever_the_log_is_read_from() {
    let mut table = Table::<Bids>::new(&data(), &data()["polite"], DiceSource::Script([].into())).unwrap();
    let texts = |table: &Table<Bids>| {
        let log = table.log(Seat::Observer, 0);
        for since in 0..=table.next_entry() {
            let part = table.log(Seat::Observer, since);
            assert_eq!(part, log.iter().filter(|e| e.seq >= since).cloned().collect::<Vec<_>>());
        }
        let numbers: Vec<u32> = log.iter().map(|e| e.seq).collect();
        assert_eq!(numbers, (0..log.len() as u32).collect::<Vec<_>>());
        log.into_iter().map(|e| e.text).collect::<Vec<_>>()
    };
    table.act(Side::Allies, Command::Nod, &[]).unwrap();
    let allowed = table.may_take_back(Side::Allies, None).unwrap();
    assert!(allowed.seen);
    assert_eq!(table.take_back(allowed), 0);
    table.note_take_back(Side::Allies, 0);
    assert_eq!(texts(&table), ["Allies take back what they said last"]);
    assert_eq!(table.log(Seat::Axis, 0)[0].rules, [rule::TAKE_BACK]);
    table.act(Side::Allies, Command::Nod, &[]).unwrap();
    table.act(Side::Axis, Command::Nod, &[]).unwrap();
    assert_eq!(texts(&table), ["Allies take back what they said last", "Allies nod", "Axis nod"]);
    let allowed = table.may_take_back(Side::Axis, None).unwrap();
    assert_eq!(table.take_back(allowed), 2, "entries from here on are gone");
    table.note_take_back(Side::Axis, 1);
    let back = ["Allies take back what they said last", "Allies nod", "Axis take back what they said last"];
    assert_eq!(texts(&table), back);
    // What stood behind a command that is taken back stays, behind the one before.
    let allowed = table.may_take_back(Side::Allies, None).unwrap();
    assert_eq!(table.take_back(allowed), 0);
    assert_eq!(texts(&table), [back[0], back[2]]);
    table.act(Side::Allies, Command::Nod, &[]).unwrap();
    assert_eq!(texts(&table), [back[0], back[2], "Allies nod"]);
}

#[test]
fn what_the_computer_answered_is_taken_back_with_the_command() {
    let mut table = Table::<Bids>::new(&data(), &data()["polite"], DiceSource::Script([].into())).unwrap();
    table.act(Side::Allies, Command::Nod, &[]).unwrap();
    table.act(Side::Axis, Command::Nod, &[]).unwrap();
    assert_eq!(table.may_take_back(Side::Allies, None), Err(UndoError::NotYours));
    let allowed = table.may_take_back(Side::Allies, Some(Side::Axis)).unwrap();
    assert_eq!(allowed, TakeBack { lines: 2, seen: true });
    table.take_back(allowed);
    assert!(table.is_empty());
    assert_eq!(table.may_take_back(Side::Allies, Some(Side::Axis)), Err(UndoError::Nothing));
}

#[test]
fn what_leaves_nothing_to_choose_is_given_by_the_table_and_not_taken_back() {
    let mut table = Table::<Bids>::new(&data(), &data()["curt"], DiceSource::Script([].into())).unwrap();
    assert_eq!((table.len(), table.to_act().iter().count()), (2, 2));
    for side in Side::BOTH {
        assert!(table.undo(side).is_err());
    }
    // It stands in the transcript like anything that was said, and is not said twice when that is read.
    let text = table.transcript().to_lines();
    let mut again = Table::<Bids>::load(&data(), &Transcript::from_lines(&text).unwrap(), None).unwrap();
    assert_eq!((again.len(), again.state()), (2, table.state()));
    assert!(again.undo(Side::Axis).is_err());
}

#[test]
fn the_seed_is_promised_at_the_start_and_shown_at_the_end() {
    let mut table = seat_with(DiceSource::seeded(Seed::from_number(9)));
    table.act(Side::Axis, bid(3), &[]).unwrap();
    let seed = Seed::from_number(9);
    let text = table.transcript().to_lines();
    assert!(text.contains(&seed.commitment()) && !text.contains(&seed.hex()));
    assert!(finished().to_lines().contains(&seed.hex()));
}

#[test]
fn an_unfinished_game_goes_on_after_loading() {
    let mut transcript = finished();
    transcript.end = None;
    transcript.lines.truncate(3);
    let data = Bids::load(&BTreeMap::new()).unwrap();
    let mut table = Table::<Bids>::load(&data, &transcript, Some(Seed::from_number(9))).unwrap();
    for (side, n) in [(Side::Allies, 3), (Side::Axis, 2), (Side::Allies, 2)] {
        table.act(side, bid(n), &[]).unwrap();
    }
    assert_eq!(table.transcript(), finished());
}

#[test]
fn replay_names_the_first_difference() {
    let difference = |change: &dyn Fn(&mut Transcript)| {
        let mut transcript = finished();
        change(&mut transcript);
        load(&transcript).map(|_| ()).unwrap_err()
    };
    assert_eq!(load(&finished()).unwrap().transcript(), finished());
    let wrong_die = difference(&|t| t.lines[1].dice[0] = 7 - t.lines[1].dice[0]);
    assert_eq!(wrong_die.line, 3);
    assert!(wrong_die.says.starts_with("dice by the rules"), "{wrong_die}");
    let wrong_hash = difference(&|t| t.lines[2].state = StateHash::of(&0));
    assert_eq!((wrong_hash.line, &wrong_hash.says[..21]), (4, "position by the rules"));
    let illegal = difference(&|t| t.lines[0].command = serde_json::json!({"bid": 9}));
    assert_eq!((illegal.line, &illegal.says[..]), (2, "bids/bid: a bid is 770000 to 779999, not 9"));
    let other_seed = difference(&|t| t.end.as_mut().unwrap().seed = Some(Seed::from_number(8).hex()));
    assert!(other_seed.says.starts_with("the seed's hash is"), "{other_seed}");
    let hidden_seed = difference(&|t| t.end.as_mut().unwrap().seed = None);
    assert_eq!(hidden_seed.says, "the header promised a seed and the end does not show it");
    let other_end = difference(&|t| t.end.as_mut().unwrap().outcome.winner = Some(Side::Allies));
    assert!(other_end.says.starts_with("outcome recorded"), "{other_end}");
    let old_rules = difference(&|t| {
        (t.header.revision, t.header.hash) = (0, None);
        t.lines[0].command = serde_json::json!({"bid": 9});
    });
    let says = "bids/bid: a bid is 770000 to 779999, not 9 (begun by revision 0 of the rules, these are 1)";
    assert_eq!((old_rules.line, &old_rules.says[..]), (2, says));
    let unpromised = difference(&|t| (t.header.commitment, t.header.hash) = (None, None));
    assert_eq!(
        (unpromised.line, &unpromised.says[..]),
        (8, "the end shows a seed that the header did not promise")
    );
}

#[test]
fn a_changed_header_is_noticed_though_no_position_differs() {
    let mut cut = finished();
    (cut.lines, cut.end) = (Vec::new(), None);
    cut.header.scenario["polite"] = true.into();
    let difference = load(&cut).map(|_| ()).unwrap_err();
    assert_eq!(difference.line, 1);
    assert!(difference.says.starts_with("the header was changed: its hash is "), "{difference}");
    // Written again with its fields in another order it is the same header.
    let mut again = finished();
    let fields = again.header.scenario.as_object().unwrap().clone();
    again.header.scenario = fields.into_iter().rev().collect::<serde_json::Map<_, _>>().into();
    load(&again).unwrap();
}

#[test]
fn a_transcript_from_before_headers_had_a_hash_is_read_and_gets_none() {
    let mut old = finished();
    old.header.hash = None;
    assert_eq!(load(&old).unwrap().transcript(), old);
    assert!(!old.to_lines().contains("\"hash\""));
}

#[test]
fn a_seal_fixes_header_and_seed_and_tells_neither() {
    let header = finished().header;
    let (seed, other) = (Seed::from_number(9), Seed::from_number(8));
    assert_eq!(header.seal(seed), header.clone().seal(seed));
    assert_ne!(header.seal(seed), header.seal(other));
    let mut polite = header.clone();
    polite.scenario["polite"] = true.into();
    assert_ne!(header.seal(seed), polite.seal(seed));
    assert_ne!(Some(header.seal(seed)), header.hash, "who guesses the scenario cannot check the guess");
}

#[test]
fn broken_lines_are_named() {
    let broken = |text: &str| Transcript::from_lines(text).unwrap_err();
    assert_eq!(broken(""), Difference::new(1, "the transcript is empty"));
    let mut text = finished().to_lines();
    text.push_str("{}\n");
    assert_eq!(broken(&text).line, 9);
    assert_eq!(broken(&text.replacen("{\"side\"", "{\"sid\"", 1)).line, 2);
}

#[test]
fn ex_04_a_side_that_is_ahead_may_resign_and_has_lost() {
    let mut table = scripted(&[6, 5, 4]);
    table.act(Side::Axis, bid(1), &[]).unwrap();
    table.act(Side::Allies, bid(3), &[]).unwrap();
    assert_eq!(table.state().points, [15, 0]);
    table.act(Side::Allies, bid(1), &[]).unwrap();
    // It is the other side's decision; to resign is nobody's turn.
    let acted = table.act(Side::Allies, Command::GiveUp, &[]).unwrap();
    assert_eq!(table.log(Seat::Axis, acted.first_entry)[0].rules, [rule::RESIGN]);
    assert_eq!(table.outcome().unwrap().winner, Some(Side::Axis));
    for command in [Command::GiveUp, Command::OfferEnd, Command::AcceptEnd] {
        assert!(matches!(table.act(Side::Axis, command, &[]), Err(ActError::Refused(_))));
    }
    assert!(table.menu(Side::Axis, None).choices.iter().all(|choice| choice.quit.is_none()));
}

#[test]
fn ex_05_an_end_is_offered_once_and_accepted_by_the_other_side() {
    let mut table = scripted(&[6, 5, 4]);
    table.act(Side::Axis, bid(1), &[]).unwrap();
    table.act(Side::Allies, bid(3), &[]).unwrap();
    let quits = |table: &Table<Bids>, side| -> Vec<Quit> {
        table.menu(side, None).choices.iter().filter_map(|choice| choice.quit).collect()
    };
    let refused = |table: &mut Table<Bids>, side, command| match table.act(side, command, &[]) {
        Err(ActError::Refused(why)) => why.first().unwrap().rule,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&mut table, Side::Axis, Command::AcceptEnd), rule::ACCEPT_END);
    table.act(Side::Allies, Command::OfferEnd, &[]).unwrap();
    assert_eq!(quits(&table, Side::Allies), [Quit::GiveUp]);
    assert_eq!(quits(&table, Side::Axis), [Quit::Answer, Quit::GiveUp]);
    assert_eq!(refused(&mut table, Side::Allies, Command::OfferEnd), rule::OFFER_END);
    assert_eq!(refused(&mut table, Side::Axis, Command::OfferEnd), rule::OFFER_END);
    assert_eq!(refused(&mut table, Side::Allies, Command::AcceptEnd), rule::ACCEPT_END);
    table.act(Side::Axis, Command::AcceptEnd, &[]).unwrap();
    assert_eq!(table.outcome().unwrap().winner, Some(Side::Allies), "ahead by points");
}

#[test]
fn an_offer_is_declined_by_playing_on() {
    let mut table = scripted(&[]);
    table.act(Side::Allies, Command::OfferEnd, &[]).unwrap();
    table.act(Side::Allies, bid(1), &[]).unwrap();
    assert!(table.menu(Side::Axis, None).choices.iter().any(|choice| choice.quit == Some(Quit::Answer)));
    table.act(Side::Axis, bid(1), &[]).unwrap();
    assert!(table.menu(Side::Axis, None).choices.iter().any(|choice| choice.quit == Some(Quit::Offer)));
}

/// The same game by the revisions that follow the first.
fn by<const R: u32>(
    transcript: &Transcript,
    seed: Option<Seed>,
) -> Result<Table<bids::BidsOf<R>>, Difference> {
    Table::load(&bids::BidsOf::<R>::load(&BTreeMap::new()).unwrap(), transcript, seed)
}

#[test]
fn a_game_is_as_good_by_later_rules_that_make_the_same_of_it() {
    let old = finished();
    let again = by::<2>(&old, None).unwrap();
    assert_eq!(again.transcript(), old, "header, hash and all");
    let other = by::<3>(&old, None).map(drop).unwrap_err();
    assert_eq!((other.line, other.how), (5, How::Position));
    assert!(other.says.ends_with("(begun by revision 1 of the rules, these are 3)"), "{other}");
}

fn resume(at: u32, seed: u64) -> Resume {
    let commitment = Some(Seed::from_number(seed).commitment());
    Resume { resume: at, revision: 3, rules: "0123456789abcdef".into(), commitment }
}

/// A game of the first revision, resumed by the third at command 4 and played to its end, with the seeds 9 and then 12.
fn resumed() -> Transcript {
    let mut begun = Transcript { end: None, ..finished() };
    begun.header.tallyho = 2;
    begun.resume(resume(4, 12)).unwrap();
    begun.resumed[0].seed = Some(Seed::from_number(12));
    let mut table = by::<3>(&begun, Some(Seed::from_number(9))).unwrap();
    for (side, n) in [(Side::Allies, 3), (Side::Axis, 2), (Side::Allies, 2)] {
        table.act(side, bid(n), &[]).unwrap();
    }
    assert_eq!(table.len(), 6);
    table.transcript()
}

#[test]
fn a_resumed_game_keeps_its_seal_and_what_went_out_of_play_and_throws_new_dice() {
    let whole = resumed();
    let text = whole.to_lines();
    assert_eq!(text.lines().count(), 1 + 6 + 1 + 3 + 1, "{text}");
    assert!(text.starts_with("{\"tallyho\":2,"), "{text}");
    let seed = Seed::from_number(9);
    assert_eq!(whole.header.seal(seed), finished().header.seal(seed), "what the players noted at the start");
    let end = whole.end.as_ref().unwrap();
    assert_eq!(end.seed, Some(seed.hex()));
    assert_eq!(end.resumed, [Seed::from_number(12).hex()]);
    let OutOfPlay::Line(out) = &whole.resumed[0].out[0] else { panic!("{text}") };
    assert_eq!((out, whole.resumed[0].out.len()), (&finished().lines[3], 3));
    assert_eq!(out.command, whole.lines[3].command, "the same was said");
    assert_ne!(out.dice, whole.lines[3].dice, "the old dice have been seen");
    let read = Transcript::from_lines(&text).unwrap();
    assert_eq!(read.to_lines(), text);
    assert_eq!(by::<3>(&read, None).unwrap().transcript().to_lines(), text);
}

#[test]
fn what_was_said_before_a_resumption_cannot_be_taken_back() {
    let mut begun = Transcript { end: None, ..finished() };
    begun.header.tallyho = 2;
    begun.resume(resume(4, 12)).unwrap();
    let mut table = by::<3>(&begun, None).unwrap();
    assert_eq!(table.undo(Side::Axis), Err(UndoError::Shown));
    table.act(Side::Allies, Command::OfferEnd, &[]).unwrap();
    table.undo(Side::Allies).unwrap();
    assert_eq!(table.len(), 3);
}

#[test]
fn a_resumed_transcript_is_checked_line_by_line_and_seed_by_seed() {
    let difference = |change: &dyn Fn(&mut Transcript)| {
        let mut transcript = cleared(resumed());
        change(&mut transcript);
        by::<3>(&transcript, None).map(drop).unwrap_err()
    };
    let die = difference(&|t| t.lines[3].dice[0] = 7 - t.lines[3].dice[0]);
    assert_eq!((die.line, die.how), (1 + 6 + 1 + 1, How::Dice), "{die}");
    let seed = difference(&|t| t.end.as_mut().unwrap().resumed[0] = Seed::from_number(14).hex());
    assert!(seed.says.contains("the resumption promised"), "{seed}");
    let hidden = difference(&|t| t.end.as_mut().unwrap().resumed.clear());
    assert_eq!(hidden.says, "the resumption promised a seed and the end does not show it");
    let format = difference(&|t| t.header.tallyho = 1);
    assert_eq!(format.says, "a game that was resumed has format 2, not 1");
    let text = resumed().to_lines().replace("{\"resume\":4,", "{\"resume\":8,");
    let nowhere = Transcript::from_lines(&text).unwrap_err();
    assert_eq!((nowhere.line, &nowhere.says[..]), (8, "there are 6 commands, and none to resume from at 8"));
}

#[test]
fn a_game_resumed_twice_keeps_every_line_in_its_place() {
    for (first, then) in [(4, 6), (4, 4), (4, 2), (4, 7)] {
        let mut whole = resumed();
        whole.end = None;
        let mut expected: Vec<String> = whole.to_lines().lines().map(str::to_owned).collect();
        let mark = resume(then, 13);
        expected.push(serde_json::to_string(&mark).unwrap());
        whole.resume(mark).unwrap();
        let text = whole.to_lines();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{first} {then}");
        assert_eq!(Transcript::from_lines(&text).unwrap(), Transcript { ..cleared(whole) }, "{first} {then}");
    }
}

/// As a file says it: without seeds.
fn cleared(mut transcript: Transcript) -> Transcript {
    for resumed in &mut transcript.resumed {
        resumed.seed = None;
        for out in &mut resumed.out {
            if let OutOfPlay::Resumed(earlier) = out {
                earlier.seed = None;
            }
        }
    }
    transcript
}
