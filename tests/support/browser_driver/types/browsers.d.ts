/** What not every browser has. */
interface Navigator {
  connection?: { saveData: boolean };
  keyboard?: { lock?: (keys: string[]) => Promise<void> };
}
