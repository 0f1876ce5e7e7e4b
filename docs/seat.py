import base64, json, os, random, socket, ssl, struct, sys, time
from urllib.parse import urlsplit

link = urlsplit(sys.argv[1])  # http://127.0.0.1:1940/join/…
tls = link.scheme == "https"
wire = socket.create_connection((link.hostname, link.port or (443 if tls else 80)))
if tls:
    wire = ssl.create_default_context().wrap_socket(wire, server_hostname=link.hostname)
key = base64.b64encode(os.urandom(16)).decode()
wire.sendall((f"GET {link.path} HTTP/1.1\r\nHost: {link.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
bytes_in = wire.makefile("rb")
answer = bytes_in.readline().decode()
if " 101 " not in answer:
    sys.exit(f"the server does not open a socket: {answer}")
while bytes_in.readline() != b"\r\n":
    pass

def send(kind, data):
    """One frame; those of a client are masked (RFC 6455, section 5.2)."""
    size = len(data)
    head = struct.pack(">BB", 0x80 | kind, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
    mask = os.urandom(4)
    wire.sendall(head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data)))

def receive():
    """The next message; pings are answered on the way."""
    while True:
        kind, size = bytes_in.read(2)
        if size == 126:
            size, = struct.unpack(">H", bytes_in.read(2))
        elif size == 127:
            size, = struct.unpack(">Q", bytes_in.read(8))
        data = bytes_in.read(size)
        if kind == 0x81:
            return json.loads(data)
        if kind == 0x89:
            send(10, data)
        if kind == 0x88:
            sys.exit("the server has closed the socket")

now = {}

def hear(message):
    """News: what has changed, and the menu if this side owes a decision."""
    if message.get("method") == "changed":
        now.update({"menu": None, **message["params"]})

def ask(method, **params):
    while True:
        send(1, json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())
        while "id" not in (answer := receive()):
            hear(answer)
        error = answer.get("error")
        if not error:
            return answer["result"]
        if error["code"] == -32004:
            return None  # the table has moved on meanwhile: the other side decides at the same time
        if error["code"] != -32006:
            raise RuntimeError(error)
        time.sleep(error["data"]["retry_ms"] / 1000)  # too fast for this server

def choose(menu):
    """Walks through the menus until a whole command has come of it."""
    first = menu
    while True:
        says = [choice["say"] for choice in menu["choices"] if not choice["barred"] and not choice["quit"]]
        if menu["draft"] and not menu["draft"]["barred"]:
            says.append({"command": menu["draft"]["command"]})  # it can be given as it stands
        say = random.choice(says) if says else {"draft": None}  # a dead end: begin again
        if "command" in say:
            return say["command"]
        menu = ask("legal", draft=say["draft"], plans=False) if say["draft"] else first

side = receive()["params"]["seat"]  # of `hello`, the first message
now.update(ask("sit", seat=side, position=False))
now["menu"] = now["decision"]
while now["to_act"]:
    if side in now["to_act"]:
        ask("act", command=choose(now["menu"]), seq=now["seq"], events=False)
    else:
        hear(receive())
print(ask("pending")["outcome"]["text"])
