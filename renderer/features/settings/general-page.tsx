import type { Settings } from '@shared/settings'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { useSettings } from '@renderer/state/use-observable'
import { SegmentedControl, Select } from '@renderer/ui/choices'
import { useIsMac } from '@renderer/ui/platform'
import { shortcutText } from '@renderer/ui/shortcut'

const textSizes = [90, 100, 115, 130] as const

export function GeneralPage() {
  const { settings } = useServices()
  const { text } = useLocalisation()
  const current = useSettings()
  const isMac = useIsMac()
  const update = (change: Partial<Settings>) => void settings.update(change)
  const breakKeys = current.sendWith === 'enter' ? 'Shift+Enter' : 'Enter'

  return (
    <div className="flex flex-col gap-6">
      <SegmentedControl
        label={text.settings.theme}
        value={current.theme}
        onChange={(theme) => update({ theme })}
        options={[
          { value: 'system', label: text.settings.themeSystem },
          { value: 'light', label: text.settings.themeLight },
          { value: 'dark', label: text.settings.themeDark },
        ]}
      />
      <SegmentedControl
        label={text.settings.textSize}
        value={String(current.textSize)}
        onChange={(size) => {
          const textSize = textSizes.find((known) => String(known) === size)
          if (textSize !== undefined) update({ textSize })
        }}
        options={textSizes.map((size) => ({ value: String(size), label: text.settings.textSizes[size] }))}
      />
      <Select
        label={text.settings.language}
        className="w-56"
        value={current.language}
        onChange={(language) => update({ language })}
        options={[
          { value: 'system', label: text.settings.languageSystem },
          { value: 'en', label: 'English' },
          { value: 'zh-CN', label: '简体中文' },
        ]}
      />
      <div className="flex flex-col gap-1">
        <SegmentedControl
          label={text.settings.sendWith}
          value={current.sendWith}
          onChange={(sendWith) => update({ sendWith })}
          options={[
            { value: 'enter', label: shortcutText('Enter', isMac) },
            { value: 'mod-enter', label: shortcutText('Mod+Enter', isMac) },
          ]}
        />
        <p className="text-xs text-faint">{text.settings.newLineWith(shortcutText(breakKeys, isMac))}</p>
      </div>
    </div>
  )
}
