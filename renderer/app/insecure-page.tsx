import { LockKeyholeOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { languageFor } from '@renderer/i18n'
import { webAppTextFor } from '@renderer/i18n/web-app-text'
import { Button } from '@renderer/ui/button'

/** Stands in for the app on plain http from another machine, where a browser has nothing to run it with. */
export function InsecurePage() {
  const language = languageFor('system', navigator.language)
  const { insecure: text } = webAppTextFor(language)
  const { host, port } = location
  const served = port === '' ? '80' : port
  return (
    <main lang={language} className="h-full overflow-y-auto select-text">
      <div className="mx-auto max-w-xl px-5 py-8 sm:py-16">
        <LockKeyholeOpen size={30} strokeWidth={1.4} aria-hidden className="mb-4 text-warn" />
        <h1 className="text-2xl tracking-tight">{text.title}</h1>
        <p className="mt-2 text-read text-pretty text-muted">{text.why(host)}</p>
        <p className="mt-6">{text.what}</p>
        <ul className="mt-3 flex flex-col gap-5">
          <Way title={text.tailscale} command={`tailscale serve --bg ${served}`} then={text.tailscaleThen} />
          <Way title={text.caddy} command={`caddy reverse-proxy --from ${text.caddyName} --to localhost:${served}`} />
          <Way title={text.certificate} command="commonplace-sync --tls-cert cert.pem --tls-key key.pem" then={text.certificateThen} />
        </ul>
        <p className="mt-6 text-muted">
          {text.here} <code className="font-mono text-sm break-all">{text.address(served)}</code>
        </p>
        <Button className="mt-6" onClick={() => location.reload()}>
          {text.again}
        </Button>
      </div>
    </main>
  )
}

function Way({ title, command, then }: { title: string; command: string; then?: ReactNode }) {
  return (
    <li>
      <h2 className="text-base font-medium">{title}</h2>
      <pre className="mt-1 overflow-x-auto rounded-md bg-code px-3 py-2 font-mono text-sm">{command}</pre>
      {then !== undefined && <p className="mt-1 text-sm text-muted">{then}</p>}
    </li>
  )
}
