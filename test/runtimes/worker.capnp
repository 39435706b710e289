using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .smoke),
    # Loopback alone: the sandbox.
    (name = "internet", network = (allow = ["local"])),
  ],
);

const smoke :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  globalOutbound = "internet",
  bindings = [(name = "SMOKE", fromEnvironment = "SMOKE")],
);
