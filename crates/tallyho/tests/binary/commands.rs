//! The other commands: what they print and how they end.

use crate::common::{root, run, tallyho};
use serde_json::Value;

#[test]
fn every_command_explains_itself_with_examples() {
    for command in ["serve", "admin", "rpc", "verify", "check", "schema", "rules", "play", "soak"] {
        let (ok, help) = run(&[command, "--help"]);
        assert!(ok && help.contains("Examples:"), "{command}: {help}");
    }
}

#[test]
fn a_played_game_verifies_and_a_forged_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().unwrap();
    let (ok, printed) = run(&["play", "fast-and-easy", "kent-duel", "--seed", "7", "--transcript", path]);
    assert!(ok, "{printed}");
    let (ok, printed) = run(&["verify", path]);
    assert!(ok && printed.starts_with("ok "), "{printed}");
    let whole = std::fs::read_to_string(&file).unwrap();
    let line = whole.lines().position(|line| line.contains("\"dice\":[")).unwrap();
    let forge = |line: usize, from: &str, to: &str| {
        let lines: Vec<String> = whole
            .lines()
            .enumerate()
            .map(|(n, text)| if n == line { text.replacen(from, to, 1) } else { text.to_owned() })
            .collect();
        lines.join("\n")
    };
    let last = whole.lines().count() - 1;
    let forged = [
        (line + 1, forge(line, "\"dice\":[", "\"dice\":[7,")),
        (line + 1, forge(line, "\"state\":\"", "\"state\":\"0")),
        (2, forge(1, "\"side\":\"a", "\"side\":\"b")),
        (last + 1, forge(last, "\"seed\":\"", "\"seed\":\"f")),
        (last + 1, forge(last, "\"text\":\"", "\"text\":\"Not ")),
    ];
    for (line, text) in forged {
        let file = folder.path().join("forged.jsonl");
        std::fs::write(&file, text).unwrap();
        let (ok, printed) = run(&["verify", folder.path().to_str().unwrap()]);
        assert!(!ok, "{printed}");
        assert!(printed.contains(&format!("forged.jsonl:{line}: ")), "line {line}: {printed}");
        assert!(printed.contains("1 of 2 transcripts verified"), "{printed}");
    }
    assert!(!run(&["verify", "no-such-file.jsonl"]).0);
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let play =
        || run(&["play", "fast-and-easy", "kent-duel", "--seed", "3", "--games", "3", "--pilots", "random"]);
    let (ok, printed) = play();
    assert!(ok && printed.starts_with("3 games from seed 3: "), "{printed}");
    assert_eq!(play().1, printed);
    assert!(!run(&["play", "fast-and-easy", "nowhere"]).0);
    assert!(!run(&["play", "chess", "kent-duel"]).0);
}

#[test]
fn a_soak_finds_nothing_and_says_which_positions_it_saw() {
    let soak = ["soak", "--games", "5", "--game", "fast-and-easy", "--scenario", "kent-duel"];
    let (ok, printed) = run(&soak);
    assert!(ok && printed.starts_with("fast-and-easy kent-duel: 5 games, "), "{printed}");
    assert!(printed.contains(", 0 failed, positions "), "{printed}");
    assert_eq!(run(&soak).1, printed);
    assert!(!run(&["soak", "--games", "1", "--game", "fast-and-easy", "--scenario", "nowhere"]).0);
    assert!(!run(&["soak", "--games", "1", "--game", "chess"]).0);
}

#[test]
fn pilots_are_soaked_within_their_time() {
    let soak = ["soak", "--games", "2", "--game", "fast-and-easy", "--scenario", "kent-duel"];
    let (ok, printed) = run(&[&soak[..], &["--pilot", "wing-commander", "--budget-ms", "1"]].concat());
    assert!(ok && printed.contains(" 0 failed, "), "{printed}");
    assert_eq!(printed.matches(" ms past the budget at most, ").count(), 2, "{printed}");
    assert!(printed.contains(" too late; by processor time "), "{printed}");
    let (ok, printed) = run(&[&soak[..], &["--pilot", "baron", "--budget-ms", "1"]].concat());
    assert!(!ok && printed.contains("baron"), "{printed}");
}

#[test]
fn a_soak_without_a_scenario_plays_them_all() {
    let (ok, printed) = run(&["soak", "--games", "1", "--game", "spitfire"]);
    assert!(ok, "{printed}");
    let scenarios: Vec<&str> = printed.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    let known = ["air-superiority", "bombing", "formations", "formations-variant"];
    assert_eq!(scenarios, known.map(|id| format!("spitfire {id}")));
    // If random players gave up at the first chance, nothing would be soaked.
    let commands = printed.split(' ').nth(4).and_then(|n| n.parse::<u32>().ok());
    assert!(commands.is_some_and(|n| n > 20), "{printed}");
}

#[test]
fn rules_are_listed_found_and_suggested() {
    let (ok, all) = run(&["rules"]);
    assert!(ok && all.contains("fast-and-easy/immelmann"), "{all}");
    let (ok, one) = run(&["rules", "fast-and-easy/immelmann"]);
    assert!(ok && one.starts_with("Immelmann (fast-and-easy/immelmann)\n\n"), "{one}");
    assert_eq!(run(&["rules", "--game", "fast-and-easy", "immelmann"]).1, one);
    let (ok, near) = run(&["rules", "fast-and-easy/imelman"]);
    assert!(!ok && near.contains("fast-and-easy/immelmann"), "{near}");
}

#[test]
fn the_schema_holds_methods_files_and_commands() {
    let (ok, printed) = run(&["schema"]);
    assert!(ok);
    let schema: Value = serde_json::from_str(&printed).unwrap();
    for (method, _) in wire::METHODS {
        assert!(schema["methods"][method]["params"].is_object(), "{method}");
    }
    let game = &schema["games"]["fast-and-easy"];
    for part in ["scenario", "command", "aircraft.toml"] {
        assert!(game[part].is_object(), "{part}");
    }
    let refs = printed.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next());
    for name in refs {
        assert!(schema["$defs"].get(name).is_some(), "{name}");
    }
    assert_eq!(
        run(&["schema", "--typescript"]).1,
        std::fs::read_to_string(root().join("web/wire/types.d.ts")).unwrap()
    );
}

const FLAWED: &str = "title = \"Flawed\"\nboard = \"small\"\nturns = 3\nescort = \"axis\"\n\n[[groups]]\nname = \"A\"\nside = \"axis\"\n\
    aircraft = \"ME 109 E\"\nfacing = 0\nhexes = [\n  \"05.05\",\n  \"77.05\",\n]\n\n[[groups]]\nname = \"B\"\nside = \"allies\"\n\
    aircraft = \"Sopwith Camel\"\nfacing = 3\nhexes = [\"20.05\"]\n";

#[test]
fn check_names_file_line_and_field_of_every_flaw() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let (ok, printed) = run(&["check", "--game", "fast-and-easy", file.to_str().unwrap()]);
        (ok, printed.replace(folder.path().to_str().unwrap(), "").replace('\\', "/"))
    };
    let (ok, printed) = check("flawed.toml", FLAWED);
    assert!(!ok);
    assert!(printed.contains("/flawed.toml:13: groups[0].hexes[1]: "), "{printed}");
    assert!(printed.contains("/flawed.toml:19: groups[1].aircraft: "), "{printed}");
    assert!(printed.contains("(fast-and-easy/"), "{printed}");
    let (ok, printed) = check("typo.toml", &FLAWED.replace("facing = 3", "facign = 3"));
    assert!(!ok && printed.contains("/typo.toml:20: groups[1].facign: unknown field"), "{printed}");
    let (ok, printed) = check("broken.toml", "title = \"x\"\nboard = = 3\n");
    assert!(!ok && printed.contains("/broken.toml:2: "), "{printed}");
    let (ok, printed) = check("broken.json", "{\n \"title\": }");
    assert!(!ok && printed.contains("/broken.json:2: "), "{printed}");
    let flawed: Value = toml::from_str(FLAWED).unwrap();
    let (ok, printed) = check("flawed.json", &serde_json::to_string_pretty(&flawed).unwrap());
    assert!(!ok && printed.contains("groups[0].hexes[1]: "), "{printed}");
    let fixed = FLAWED.replace("77.05", "05.07").replace("Sopwith Camel", "Spitfire I");
    let (ok, printed) = check("fixed.toml", &fixed);
    assert!(ok && printed.contains("1 file checked, 0 flaws, 3 notes"), "{printed}");
    assert!(printed.contains("note: briefing.story: players are not told what happened"), "{printed}");
    let told = format!("briefing.story = \"x\"\nbriefing.task = {{ allies = \"x\", axis = \"x\" }}\n{fixed}");
    let (ok, printed) = check("told.toml", &told);
    assert!(ok && printed == "1 file checked, 0 flaws\n", "{printed}");
}

#[test]
fn check_says_what_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let check = |game: &str, text: &str| {
        let file = folder.path().join("x.toml");
        std::fs::write(&file, text).unwrap();
        run(&["check", "--game", game, file.to_str().unwrap()]).1
    };
    let empty = "[[groups]]\nname = \"A\"\nside = \"axis\"\naircraft = \"ME 109 E\"\n".repeat(300);
    let printed = check(
        "fast-and-easy",
        &format!("title = \"x\"\nboard = \"small\"\nturns = 3\nescort = \"axis\"\n{empty}"),
    );
    assert!(printed.contains("groups: 300 groups are too many: at most 256 are allowed"), "{printed}");
    let bombing =
        std::fs::read_to_string(root().join("crates/spitfire/data/scenarios/bombing.toml")).unwrap();
    let printed = check("spitfire", &bombing.replace("altitude = 12", "altitude = 21"));
    assert!(printed.contains("aircraft[0].altitude: 21 is not allowed: 1 to 20 is ("), "{printed}");
    let targets = bombing.lines().find(|line| line.starts_with("targets")).unwrap();
    let printed = check("spitfire", &bombing.replace(targets, ""));
    assert!(printed.contains("targets: 9.2 needs a ground target ("), "{printed}");
}

#[test]
fn check_reads_aircraft_files_and_finds_nothing_wrong_with_ours() {
    let ours = root().join("crates/fast-and-easy/data");
    let (ok, printed) = run(&["check", ours.to_str().unwrap()]);
    assert!(ok && printed.contains("0 flaws"), "{printed}");
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("fast-and-easy");
    std::fs::create_dir(&data).unwrap();
    let text = std::fs::read_to_string(ours.join("aircraft.toml")).unwrap();
    let line = text.lines().position(|line| line.starts_with("speed = ")).unwrap() + 1;
    let file = data.join("aircraft.toml");
    for (value, says) in [("0", "speed: "), ("\"fast\"", "speed: ")] {
        let speed = text.lines().nth(line - 1).unwrap();
        std::fs::write(&file, text.replacen(speed, &format!("speed = {value}"), 1)).unwrap();
        let (ok, printed) = run(&["check", folder.path().to_str().unwrap()]);
        assert!(
            !ok && printed.contains(&format!("aircraft.toml:{line}: ")) && printed.contains(says),
            "{printed}"
        );
    }
}

#[test]
fn a_folder_of_data_goes_over_what_is_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let scenarios = folder.path().join("fast-and-easy/scenarios");
    std::fs::create_dir_all(&scenarios).unwrap();
    let duel =
        std::fs::read_to_string(root().join("crates/fast-and-easy/data/scenarios/kent-duel.toml")).unwrap();
    let ours = duel.replacen("title = \"", "title = \"Our own ", 1);
    std::fs::write(scenarios.join("our-own.toml"), &ours).unwrap();
    std::fs::write(scenarios.join("kent-duel.toml"), &ours).unwrap();
    let data = folder.path().to_str().unwrap();
    let output = tallyho(&["rpc", "--data", data], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}\n");
    let list = crate::common::answers(&output).remove(0);
    let scenarios = list["result"]["games"][0]["scenarios"].as_array().unwrap();
    let title =
        |id: &str| scenarios.iter().find(|s| s["id"] == id).unwrap()["title"].as_str().unwrap().to_owned();
    assert!(title("our-own").starts_with("Our own ") && title("kent-duel").starts_with("Our own "));
    assert!(!title("big-box").starts_with("Our own "));
    let (ok, printed) = run(&["play", "fast-and-easy", "our-own", "--data", data, "--seed", "1"]);
    assert!(ok, "{printed}");
    std::fs::write(folder.path().join("fast-and-easy/scenarios/our-own.toml"), "title = 3").unwrap();
    let (ok, printed) = run(&["rules", "--data", data]);
    assert!(!ok && printed.contains("our-own.toml"), "{printed}");
    assert!(!run(&["rules", "--data", "no-such-folder"]).0);
}

#[test]
fn the_bot_of_the_manual_plays_a_game() {
    let script = root().join("docs/bot.py");
    let source = std::fs::read_to_string(&script).unwrap();
    let manual = std::fs::read_to_string(root().join("docs/bot.md")).unwrap();
    assert!(manual.contains(source.trim_end()), "docs/bot.md must show docs/bot.py as it is");
    let bot = std::process::Command::new("python3").arg(&script).arg(env!("CARGO_BIN_EXE_tallyho")).output();
    // The bot is for people who have Python; building and testing must not need it.
    let Ok(bot) = bot else { return };
    assert!(bot.status.success(), "{}", String::from_utf8_lossy(&bot.stderr));
    assert!(!bot.stdout.is_empty());
}
