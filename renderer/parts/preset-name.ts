import { presets } from '@shared/providers/presets'
import type { ProviderFormText } from '@renderer/i18n/provider-form-text'
import type { Preset } from './provider-presets'

/** What a preset is called in a list: its own name, or words where it has none. */
export function presetName(preset: Preset, text: ProviderFormText): string {
  if (preset === 'compatible' || preset === 'aggregator') return text.names[preset]
  return presets[preset].name
}
