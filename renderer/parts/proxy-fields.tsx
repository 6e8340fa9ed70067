import { Eye, EyeOff } from 'lucide-react'
import { useState, type ClipboardEvent } from 'react'
import { proxySchemes } from '@shared/bridge/proxy'
import { parseProxyText, usualProxyPort } from '@shared/bridge/proxy-text'
import { useProxyText } from '@renderer/i18n/proxy-text'
import { keptLogin, proxyProblem, type ProxyDraft } from '@renderer/state/proxy-draft'
import { useServices } from '@renderer/state/services'
import { IconButton } from '@renderer/ui/button'
import { SegmentedControl, Select } from '@renderer/ui/choices'
import { TextField } from '@renderer/ui/text-field'

interface ProxyFieldsProps {
  readonly value: ProxyDraft
  readonly onChange: (draft: ProxyDraft) => void
  /** Says what is wrong with the fields; while nobody asked, they are left alone. */
  readonly isAsked: boolean
  readonly onEnter?: () => void
}

const kinds = ['system', 'none', 'server'] as const

/** How one provider is reached. Whether it works is shown by the provider's own check, which goes through it. */
export function ProxyFields({ value, onChange, isAsked, onEnter }: ProxyFieldsProps) {
  const { bridge } = useServices()
  const text = useProxyText()
  if (bridge.surface === 'browser') return <p className="text-xs text-faint">{text.notHere}</p>
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <SegmentedControl
          label={text.title}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
          options={kinds.map((kind) => ({ value: kind, label: text.kinds[kind] }))}
        />
        <p className="text-xs text-faint">{text.kindHints[value.kind]}</p>
      </div>
      {value.kind === 'server' && <ServerFields value={value} onChange={onChange} isAsked={isAsked} {...(onEnter === undefined ? {} : { onEnter })} />}
    </div>
  )
}

function ServerFields({ value, onChange, isAsked, onEnter }: ProxyFieldsProps) {
  const text = useProxyText()
  const problem = isAsked ? proxyProblem(value) : null
  const errorOf = (field: NonNullable<typeof problem>) => (problem === field ? text.problems[field] : null)
  const change = (next: Partial<ProxyDraft>) => onChange({ ...value, ...next })
  /** A whole proxy fills every field; anything else is pasted as text. */
  const onPaste = (event: ClipboardEvent) => {
    const pasted = parseProxyText(event.clipboardData.getData('text'))
    if (pasted === null) return
    event.preventDefault()
    change({ ...pasted, port: String(pasted.port) })
  }
  const plain = { onEnter, autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
  return (
    <>
      <div className="grid grid-cols-[1fr_6rem] gap-3 sm:grid-cols-[8rem_1fr_6rem]">
        <Select
          label={text.scheme}
          className="max-sm:col-span-2"
          value={value.scheme}
          onChange={(scheme) => change({ scheme })}
          options={proxySchemes.map((scheme) => ({ value: scheme, label: text.schemes[scheme] }))}
        />
        <TextField {...plain} label={text.host} value={value.host} onChange={(host) => change({ host })} onPaste={onPaste} error={errorOf('host')} inputMode="url" />
        <TextField
          {...plain}
          label={text.port}
          value={value.port}
          onChange={(port) => change({ port })}
          error={errorOf('port')}
          inputMode="numeric"
          placeholder={String(usualProxyPort[value.scheme])}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...plain} label={text.user} value={value.user} onChange={(user) => change({ user })} onPaste={onPaste} error={errorOf('user')} data-1p-ignore />
        <PasswordField {...plain} value={value.password} onChange={(password) => change({ password })} error={errorOf('password')} />
      </div>
      <LoginNote value={value} />
    </>
  )
}

interface PasswordFieldProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly error: string | null
  readonly onEnter: (() => void) | undefined
}

function PasswordField(props: PasswordFieldProps) {
  const text = useProxyText()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      label={text.password}
      type={isShown ? 'text' : 'password'}
      data-1p-ignore
      trailing={
        <IconButton
          size="small"
          label={isShown ? text.hidePassword : text.showPassword}
          icon={isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

/** What becomes of a login that is stored already. */
function LoginNote({ value }: { readonly value: ProxyDraft }) {
  const text = useProxyText()
  if (value.stored === null || value.user !== '' || value.password !== '') return null
  return <p className="text-xs text-faint">{keptLogin(value) === null ? text.loginElsewhere : text.loginKept}</p>
}
