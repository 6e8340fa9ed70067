import { Plus, Trash2 } from 'lucide-react'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { Button, IconButton } from '@renderer/ui/button'
import { TextField } from '@renderer/ui/text-field'
import { headerProblem, type HeaderField } from './provider-presets'

interface ExtraHeadersProps {
  headers: readonly HeaderField[]
  onChange: (headers: readonly HeaderField[]) => void
}

const maxHeaders = 16

/** Headers that a gateway wants with every request. What carries a key is refused as it is typed, with the reason. */
export function ExtraHeaders({ headers, onChange }: ExtraHeadersProps) {
  const text = useProviderFormText()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium text-muted">{text.headers}</legend>
      <p className="text-xs text-faint">{text.headersHint}</p>
      {headers.map((header, index) => {
        const problem = headerProblem(header)
        const change = (next: Partial<HeaderField>) => onChange(headers.with(index, { ...header, ...next }))
        const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, className: 'font-mono' } as const
        return (
          <div key={index} className="flex flex-col gap-1">
            <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
              <TextField {...plain} label={text.headerName} isLabelHidden={index > 0} value={header.name} onChange={(name) => change({ name })} maxLength={128} />
              <TextField {...plain} label={text.headerValue} isLabelHidden={index > 0} value={header.value} onChange={(value) => change({ value })} maxLength={4096} />
              <IconButton
                label={text.removeHeader(header.name.trim() || String(index + 1))}
                icon={<Trash2 size={15} aria-hidden />}
                onClick={() => onChange(headers.toSpliced(index, 1))}
              />
            </div>
            {problem !== null && (
              <p role="alert" className="text-xs text-danger">
                {text.headerProblems[problem]}
              </p>
            )}
          </div>
        )
      })}
      {headers.length < maxHeaders && (
        <Button size="small" className="self-start" icon={<Plus size={14} aria-hidden />} onClick={() => onChange([...headers, { name: '', value: '' }])}>
          {text.addHeader}
        </Button>
      )}
    </fieldset>
  )
}
