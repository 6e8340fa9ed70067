import { lazy, useState, type ComponentType } from 'react'

/**
 * A component with a file of its own. Once preloaded it is drawn at once: React's lazy would show its fallback first
 * and hold it for 300 ms, in which the first keys typed into a palette are lost.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const Later = lazy(() => load().then((component) => ({ default: component })))

  function Part(props: Props) {
    // Chosen once: changing over while it is shown would throw its state away.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>))
    return <Chosen {...props} />
  }
  const preload = (): void => {
    load().then(
      (component) => (loaded = component),
      () => undefined, // Asked for again when it is shown, and said there.
    )
  }
  return Object.assign(Part, { preload })
}
