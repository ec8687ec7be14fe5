using Workerd = import "/workerd/workerd.capnp";

# The same Worker three times. `current` has the settings of a new project: Node.js compatibility is on by
# default since 2026-08-04.
const config :Workerd.Config = (
  services = [
    (name = "current", worker = .current),
    (name = "no-secret", worker = .noSecret),
    (name = "no-nodejs", worker = .noNodejs),
  ],
  sockets = [
    (name = "current", address = "127.0.0.1:0", http = (), service = "current"),
    (name = "no-secret", address = "127.0.0.1:0", http = (), service = "no-secret"),
    (name = "no-nodejs", address = "127.0.0.1:0", http = (), service = "no-nodejs"),
  ],
);

const current :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "worker.js") ],
  bindings = [ (name = "AUTH_SECRET", fromEnvironment = "AUTH_SECRET"), (name = "AUTH_TRUST_HOST", text = "true") ],
  compatibilityDate = "2026-11-01",
);

# Without AUTH_SECRET.
const noSecret :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "worker.js") ],
  bindings = [ (name = "AUTH_TRUST_HOST", text = "true") ],
  compatibilityDate = "2026-11-01",
);

# An older compatibility date: without `process` and `Buffer`.
const noNodejs :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "worker.js") ],
  bindings = [ (name = "AUTH_SECRET", fromEnvironment = "AUTH_SECRET"), (name = "AUTH_TRUST_HOST", text = "true") ],
  compatibilityDate = "2025-01-01",
);
