import { Component, type ReactNode } from 'react'
import { Button } from '@renderer/ui/button'
import { EmptyState, Notice } from '@renderer/ui/feedback'

interface ScreenBoundaryProps {
  title: string
  hint: string
  againLabel: string
  detailLabel: string
  /** Another screen starts afresh. */
  resetKey: string
  children: ReactNode
}

interface ScreenBoundaryState {
  readonly error: Error | null
  readonly resetKey: string
}

/** A bug in one screen leaves the others, and the way to them, standing. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: ScreenBoundaryProps, state: ScreenBoundaryState): Partial<ScreenBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  override render() {
    const { error } = this.state
    const { title, hint, againLabel, detailLabel, children } = this.props
    if (error === null) return children
    return (
      <div role="alert" className="m-auto w-full max-w-lg p-4">
        <EmptyState title={title} action={<Button onClick={() => this.setState({ error: null })}>{againLabel}</Button>}>
          {hint}
        </EmptyState>
        <Notice tone="error" detail={{ label: detailLabel, text: error.stack ?? error.message }}>
          {error.message}
        </Notice>
      </div>
    )
  }
}
