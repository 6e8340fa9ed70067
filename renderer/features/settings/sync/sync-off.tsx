import { GitMerge, LockKeyhole, RotateCcwKey, Server, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { Button } from '@renderer/ui/button'
import { Section } from '../section'
import { CopyButton } from './copy-button'

/** Starts a server on any machine that has Node. */
const serverCommand = 'npx commonplace-sync'

interface SyncOffProps {
  onStart: (flow: 'turn-on' | 'join' | 'recover') => void
}

/** What it is, what the server sees, what it takes; and the ways in. */
export function SyncOff({ onStart }: SyncOffProps) {
  const text = useSyncText()
  return (
    <Section title={text.title} hint={text.intro}>
      <ul className="mt-4 flex flex-col gap-4 rounded-lg border border-line px-4 py-4">
        <Point icon={GitMerge}>{text.promiseMerge}</Point>
        <Point icon={LockKeyhole}>{text.promiseSealed}</Point>
        <Point icon={Server}>
          {text.promiseServer}
          <span className="mt-2 flex max-w-sm items-center gap-1 rounded-md bg-code py-1 pr-1 pl-3">
            <code aria-label={text.appCommand} className="min-w-0 flex-1 overflow-x-auto font-mono text-sm whitespace-nowrap select-text">
              {serverCommand}
            </code>
            <CopyButton text={serverCommand} />
          </span>
        </Point>
      </ul>
      <div className="mt-5 flex flex-col gap-x-6 gap-y-4 sm:flex-row">
        <Way hint={text.turnOnHint}>
          <Button look="primary" className="h-10 px-5" onClick={() => onStart('turn-on')}>
            {text.turnOn}
          </Button>
        </Way>
        <Way hint={text.joinHint}>
          <Button className="h-10 px-5" onClick={() => onStart('join')}>
            {text.joinOthers}
          </Button>
        </Way>
      </div>
      <Button look="quiet" icon={<RotateCcwKey size={15} aria-hidden />} className="mt-5 -ml-3 h-auto! text-left pointer-fine:min-h-8 whitespace-normal!" onClick={() => onStart('recover')}>
        {text.lostAll}
      </Button>
    </Section>
  )
}

function Point({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon size={18} strokeWidth={1.6} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
    </li>
  )
}

function Way({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1">
      {children}
      <p className="text-xs text-faint">{hint}</p>
    </div>
  )
}
