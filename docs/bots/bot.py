"""A bot that says anything it is offered, in every game. Nothing but Python's standard library is needed.

    python3 bot.py http://127.0.0.1:1940/join/…       a seat at a server's table, by its secret link
    tallyho lab run … --allies 'cmd:python3 bot.py'   a seat on standard input and output
"""
import base64, json, os, random, socket, ssl, struct, sys, time
from urllib.parse import urlsplit


class Pipe:
    """A table that has started this program. Other words than requests go to standard error."""

    def send(self, text):
        print(text, flush=True)

    def receive(self):
        return json.loads(sys.stdin.readline() or sys.exit("the table is gone"))

    def tell(self, text):
        print(text, file=sys.stderr)


class Socket:
    """A seat by its link: a WebSocket."""

    def __init__(self, link):
        link = urlsplit(link)
        tls = link.scheme == "https"
        self.wire = socket.create_connection((link.hostname, link.port or (443 if tls else 80)))
        if tls:
            self.wire = ssl.create_default_context().wrap_socket(self.wire, server_hostname=link.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        ask = (f"GET {link.path} HTTP/1.1\r\nHost: {link.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
               f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n")
        self.wire.sendall(ask.encode())
        self.bytes = self.wire.makefile("rb")
        answer = self.bytes.readline().decode()
        if " 101 " not in answer:
            sys.exit(f"the server does not open a socket: {answer}")
        while self.bytes.readline() != b"\r\n":
            pass

    def frame(self, kind, data):
        """One frame; those of a client are masked (RFC 6455, section 5.2)."""
        size = len(data)
        short = size < 126
        head = bytes([0x80 | kind, 0x80 | size]) if short else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
        mask = os.urandom(4)
        self.wire.sendall(head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data)))

    def send(self, text):
        self.frame(1, text.encode())

    def receive(self):
        """The next message; pings are answered on the way."""
        while True:
            kind, size = self.bytes.read(2)
            if size == 126:
                size, = struct.unpack(">H", self.bytes.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.bytes.read(8))
            data = self.bytes.read(size)
            if kind == 0x81:
                return json.loads(data)
            if kind == 0x89:
                self.frame(10, data)
            if kind == 0x88:
                sys.exit("the server has closed the socket")

    def tell(self, text):
        print(text)


table = Socket(sys.argv[1]) if len(sys.argv) > 1 else Pipe()
chance = random.Random(os.environ.get("TALLYHO_SEED"))  # the lab gives each game a number: the same game again
now = {}


def hear(message):
    """News: what has changed, and the menu if this side owes a decision. Other news is passed over."""
    if message.get("method") == "changed":
        now.update({"menu": None, **message["params"]})


def ask(method, **params):
    """The answer to a question; nothing if a command was not carried out."""
    while True:
        table.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
        while "id" not in (answer := table.receive()):
            hear(answer)
        error = answer.get("error")
        if not error:
            return answer["result"]
        if error["code"] in (-32001, -32004):
            return None  # refused, or the table has moved on: the other side decides at the same time
        if error["code"] != -32006:
            raise RuntimeError(error)
        time.sleep(error["data"]["retry_ms"] / 1000)  # too fast for this server


def with_number(command, field):
    """A command with a number from a range put where the JSON pointer says."""
    *path, last = field["field"].split("/")[1:]
    place = command
    for step in path:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = chance.randint(field["min"], field["max"])
    return command


def choose(menu):
    """Walks through the menus until a whole command has come of it."""
    first = menu
    while True:
        says = [choice["say"] for choice in menu["choices"] if not choice["barred"] and not choice["quit"]]
        if menu["draft"] and not menu["draft"]["barred"]:
            says.append({"command": menu["draft"]["command"]})  # it can be given as it stands
        say = chance.choice(says) if says else {"draft": None}  # a dead end: begin again
        if "command" in say:
            return say["command"]
        if "range" in say:
            return with_number(*say["range"])
        menu = ask("legal", draft=say["draft"], plans=False) if say["draft"] else first


side = table.receive()["params"]["seat"]  # of `hello`, the first message
now.update(ask("sit", seat=side, position=False))
now["menu"] = now["decision"]
while now["to_act"]:
    if side in now["to_act"]:
        ask("act", command=choose(now["menu"]), seq=now["seq"], events=False)
    else:
        hear(table.receive())
table.tell(ask("pending")["outcome"]["text"])
