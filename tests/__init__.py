"""Every test of the project: a package, so that test modules of different rooms may bear the same name."""

import os
from pathlib import Path

os.environ["SSL_CERT_FILE"] = str(Path(__file__).with_name("authority.pem"))
"""Nothing here meets a certificate of the world's: to read all of its authorities takes 20 ms, in each process twice
and for each client of httpx, and there are hundreds.
"""
