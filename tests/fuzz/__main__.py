"""``python -m fuzz``: see hunt.py."""

import sys

from fuzz.hunt import main

sys.exit(main())
