"""What The Littlest JupyterHub has to know of the course, which is set up in /srv/course.

Copy this file to /opt/tljh/config/jupyterhub_config.d/ and run ``sudo tljh-config reload``.
"""

c = get_config()  # noqa: F821 - what runs this file defines it

# --8<-- [start:settings]
COURSE = "/srv/course"

# Notebooks find kernels and compiled programs there, wherever a learner keeps notebooks.
# Exercises are in each learner's home, and ./course submit puts them where all hand in.
c.Spawner.environment.update(
    {
        "JUPYTER_PATH": f"{COURSE}/.venv/share/jupyter",
        "COURSE_BIN": f"{COURSE}/build/cpp/bin",
        "COURSE_MINE": "~/my-exercises",
        "COURSE_HAND_IN": "/srv/handed-in",
    }
)

# AT_WORK_MB of workshop/memory.py. Without a limit a JVM takes all the machine's memory
# for its own, and makes its heap accordingly.
c.SystemdSpawner.mem_limit = "4864M"
c.SystemdSpawner.isolate_tmp = True

# Each notebook that is left open keeps its kernel. The budget at rest has two of them.
c.Spawner.args = [
    "--MappingKernelManager.cull_idle_timeout=1800",
    "--MappingKernelManager.cull_connected=True",
]

# The first user of a name chooses its password.
c.FirstUseAuthenticator.create_users = True
c.Authenticator.allow_all = True
# --8<-- [end:settings]
