import * as z from 'zod'
import { readFileIfThere, writeFileAtomic } from './atomic-file'

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(360).max(16384),
  height: z.number().int().min(400).max(16384),
})
export type Bounds = z.infer<typeof boundsSchema>

const stateSchema = z.object({ bounds: boundsSchema, isMaximized: z.boolean() })
export type WindowState = z.infer<typeof stateSchema>

const defaultSize = { width: 1240, height: 820 }
const minVisible = 120

/**
 * Where to open the window: where it was, if enough of it lies on a display that is there now, else in the middle.
 * @param workAreas Of the connected displays, the primary one first.
 */
export function placeWindow(saved: WindowState | null, workAreas: readonly Bounds[]): Partial<Bounds> & typeof defaultSize {
  const primary = workAreas[0]
  if (saved !== null && workAreas.some((area) => isVisibleOn(saved.bounds, area))) return saved.bounds
  if (primary === undefined) return defaultSize
  const width = Math.min(saved?.bounds.width ?? defaultSize.width, primary.width)
  const height = Math.min(saved?.bounds.height ?? defaultSize.height, primary.height)
  return { width, height }
}

/** A strip of the title bar must be within reach. */
function isVisibleOn({ x, y, width }: Bounds, area: Bounds): boolean {
  const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return shown >= minVisible && y >= area.y - 8 && y <= area.y + area.height - 40
}

export const createWindowStateStore = (path: string) => ({
  async load(): Promise<WindowState | null> {
    try {
      const bytes = await readFileIfThere(path)
      return bytes === null ? null : (stateSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data ?? null)
    } catch {
      return null
    }
  },

  /** A window that opens in the middle again is no reason to trouble anybody. */
  async save(state: WindowState): Promise<void> {
    await writeFileAtomic(path, JSON.stringify(state)).catch(() => undefined)
  },
})
