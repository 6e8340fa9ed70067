const stepMs = 25

/** False where the time was up first. */
export async function waitUntil(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += stepMs) {
    if (isTrue()) return true
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  return isTrue()
}
