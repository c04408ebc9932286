"""A hub on this machine alone: for the test, and for a look around.

``.toolchain/hub/bin/jupyterhub -f workshop/loopback/jupyterhub_config.py`` serves
http://127.0.0.1:8000 and keeps its state in the working directory.
"""

import os
from pathlib import Path

c = get_config()  # noqa: F821 - what runs this file defines it

COURSE = Path(__file__).resolve().parents[2]
HUB = COURSE / ".toolchain" / "hub"
KERNELS = [str(COURSE / ".venv" / "share" / "jupyter"), os.environ.get("JUPYTER_PATH")]

# --8<-- [start:no-isolation]
# Any name gets in with any password, and every server runs as whoever started the hub:
# learners can read, change and end what belongs to others. So nobody else may reach it.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = f"{Path.cwd()}/homes/{{username}}"
# --8<-- [end:no-isolation]

c.ConfigurableHTTPProxy.command = [str(HUB / "node_modules" / ".bin" / "configurable-http-proxy")]

c.Spawner.cmd = [str(HUB / "bin" / "jupyterhub-singleuser")]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {
    "JUPYTER_PATH": os.pathsep.join(filter(None, KERNELS)),
    "COURSE_BIN": str(COURSE / "build" / "cpp" / "bin"),
    "COURSE_MINE": "~/my-exercises",
    "COURSE_HAND_IN": f"{Path.cwd()}/handed-in",
}
if os.geteuid() == 0:
    c.Spawner.args = ["--allow-root"]  # else Jupyter refuses to be started by root

# A room starts its servers all at once, and this machine may have two cores.
c.Spawner.start_timeout = 120
c.Spawner.http_timeout = 120
