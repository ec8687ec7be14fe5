using Workerd = import "/workerd/workerd.capnp";

# Three times the same Worker. `today` is what a new project gets: Node.js compatibility is on by default since 2026-08-04.
const config :Workerd.Config = (
  services = [ (name = "today", worker = .today), (name = "forgetful", worker = .forgetful), (name = "bare", worker = .bare) ],
  sockets = [
    (name = "today", address = "127.0.0.1:0", http = (), service = "today"),
    (name = "forgetful", address = "127.0.0.1:0", http = (), service = "forgetful"),
    (name = "bare", address = "127.0.0.1:0", http = (), service = "bare"),
  ],
);

const today :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "worker.js") ],
  bindings = [ (name = "AUTH_SECRET", fromEnvironment = "AUTH_SECRET"), (name = "AUTH_TRUST_HOST", text = "true") ],
  compatibilityDate = "2026-11-01",
);

# Nobody told it the secret.
const forgetful :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "worker.js") ],
  bindings = [ (name = "AUTH_TRUST_HOST", text = "true") ],
  compatibilityDate = "2026-11-01",
);

# An older Worker: no `process`, no `Buffer`.
const bare :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "worker.js") ],
  bindings = [ (name = "AUTH_SECRET", fromEnvironment = "AUTH_SECRET"), (name = "AUTH_TRUST_HOST", text = "true") ],
  compatibilityDate = "2025-01-01",
);
