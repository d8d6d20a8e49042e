// What hangs on the paper clip: a file, or where one is.
import { openMenu } from "./dialogs.js";

/** A browser on a loopback page may not tell where it is, and a demo is better with places that differ. */
const SPOTS = {
  "Ciudad de México": [19.4326, -99.1332],
  Tijuana: [32.5149, -117.0382],
  "Cancún": [21.1619, -86.8515],
  "New York": [40.7128, -74.006],
  Madrid: [40.4168, -3.7038],
  "28° N, 40° W": [28, -40],
};

/** `pick` chooses a file; `share(latitude, longitude)` sends a location. */
export function attachMenu(anchor, say, pick, share) {
  openMenu(anchor, [
    { label: say("file"), icon: "file", act: pick },
    { heading: say("location") },
    ...Object.entries(SPOTS).map(([label, spot]) => ({ label, icon: "spot", act: () => share(...spot) })),
  ], say("attach"));
}
