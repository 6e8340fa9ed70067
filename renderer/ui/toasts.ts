import { create } from 'zustand'

export interface ToastInput {
  readonly text: string
  readonly tone?: 'info' | 'error'
  readonly action?: { readonly label: string; readonly run: () => void }
  /** How long it stays; it waits while it is hovered or focused. */
  readonly durationMs?: number
}

export interface Toast extends ToastInput {
  readonly id: number
  readonly durationMs: number
}

interface Toasts {
  readonly toasts: readonly Toast[]
  /** What a screen reader is told next; a new object for each, so that the same words twice are said twice. */
  readonly announcement: { readonly text: string; readonly id: number }
}

export const useToasts = create<Toasts>(() => ({ toasts: [], announcement: { text: '', id: 0 } }))

const maxShown = 3
const plainMs = 5_000
const withActionMs = 10_000

/** Shows a short message at the foot of the window and says it politely. Returns its id. */
export function showToast(input: ToastInput): number {
  const id = announce(input.text)
  const toast = { ...input, id, durationMs: input.durationMs ?? (input.action ? withActionMs : plainMs) }
  useToasts.setState((state) => ({ toasts: [...state.toasts, toast].slice(-maxShown) }))
  return id
}

export function dismissToast(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }))
}

/** Runs the newest offered action (Undo) and takes its toast away; false where there is none. */
export function runLatestToastAction(): boolean {
  const toast = useToasts.getState().toasts.findLast((candidate) => candidate.action !== undefined)
  if (toast?.action === undefined) return false
  dismissToast(toast.id)
  toast.action.run()
  return true
}

/** Says something to a screen reader without showing it. */
export function announce(text: string): number {
  const id = useToasts.getState().announcement.id + 1
  useToasts.setState({ announcement: { text, id } })
  return id
}
