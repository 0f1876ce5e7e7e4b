import json, random, subprocess, sys

rpc = subprocess.Popen([sys.argv[1], "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(method, **params):
    print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=rpc.stdin, flush=True)
    answer = json.loads(rpc.stdout.readline())
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer["result"]

def choose(**who):
    """Walks through the menus until a whole command has come of it."""
    draft = {}
    while True:
        menu = ask("legal", **who, **draft)
        says = [choice["say"] for choice in menu["choices"] if not choice["barred"]]
        says = [say for say in says if say.get("command") != "concede"]
        if menu["draft"] and not menu["draft"]["barred"]:
            says.append({"command": menu["draft"]["command"]})  # it can be given as it stands
        say = random.choice(says) if says else {"draft": None}  # a dead end: begin again
        if "command" in say:
            return say["command"]
        draft = {"draft": say["draft"]} if say["draft"] else {}

game = ask("new", game="fast-and-easy", scenario="kent-duel", dice={"seed": 42})
table, pending = game["table"], game["pending"]
while pending["to_act"]:
    if "allies" in pending["to_act"]:
        pending = ask("pilot", table=table, seat="allies", play=True)["acted"]["pending"]
    else:
        command = choose(table=table, seat="axis")
        pending = ask("act", table=table, seat="axis", command=command)["pending"]
print(pending["outcome"]["text"])
