import { Brain, Cpu, HardDrive, Info, MonitorSmartphone, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import { useLocalisation } from '@renderer/i18n'
import { PaneHeader } from '@renderer/parts/pane-header'
import { useView, type SettingsPage, type SyncStart } from '@renderer/state/view'
import { Tabs } from '@renderer/ui/choices'
import { Loading } from '@renderer/ui/feedback'
import { useIsCompact } from '@renderer/ui/use-media-query'
import { AboutPage } from './about-page'
import { GeneralPage } from './general-page'
import { MemoryPage } from './memory-page'
import { ModelsPage } from './models-page'
import { StoragePage } from './storage-page'

const SyncPage = lazy(() => import('./sync/sync-page'))

interface SettingsScreenProps {
  page: SettingsPage
  /** What the page of sync begins with. */
  start: SyncStart | null
  info: RouteOutput<'app.info'>
}

export function SettingsScreen({ page, start, info }: SettingsScreenProps) {
  const { text } = useLocalisation()
  const open = useView((view) => view.open)
  const isCompact = useIsCompact()
  const tabs = [
    { value: 'general', label: text.settings.general, icon: <SlidersHorizontal size={15} aria-hidden /> },
    { value: 'models', label: text.settings.models, icon: <Cpu size={15} aria-hidden /> },
    { value: 'memory', label: text.settings.memory, icon: <Brain size={15} aria-hidden /> },
    { value: 'sync', label: text.settings.sync, icon: <MonitorSmartphone size={15} aria-hidden /> },
    { value: 'storage', label: text.settings.storage, icon: <HardDrive size={15} aria-hidden /> },
    { value: 'about', label: text.settings.about, icon: <Info size={15} aria-hidden /> },
  ] as const

  return (
    <>
      <PaneHeader>
        <h1 className="truncate text-base">{text.settings.title}</h1>
      </PaneHeader>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <Tabs<SettingsPage>
          label={text.settings.title}
          value={page}
          tabs={isCompact ? tabs.map(({ value, label }) => ({ value, label })) : tabs}
          onChange={(next) => open({ kind: 'settings', page: next })}
          orientation={isCompact ? 'horizontal' : 'vertical'}
          className="mx-auto max-w-3xl gap-x-10 gap-y-6 px-5 py-6"
        >
          {page === 'general' && <GeneralPage />}
          {page === 'models' && <ModelsPage />}
          {page === 'memory' && <MemoryPage />}
          {page === 'sync' && (
            <Suspense fallback={<Loading text={text.common.loading} />}>
              <SyncPage key={start?.kind} start={start} />
            </Suspense>
          )}
          {page === 'storage' && <StoragePage info={info} />}
          {page === 'about' && <AboutPage info={info} />}
        </Tabs>
      </div>
    </>
  )
}
