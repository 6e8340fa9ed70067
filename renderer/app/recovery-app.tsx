import { Suspense, useLayoutEffect } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import type { RecoveryScreenProps } from '@renderer/features/recovery/recovery-screen'
import { LocalisationProvider, languageFor, localisationFor } from '@renderer/i18n'
import { Loading } from '@renderer/ui/feedback'
import { UiProvider } from '@renderer/ui/provider'
import { RecoveryScreen } from './screens'

interface RecoveryAppProps extends RecoveryScreenProps {
  info: RouteOutput<'app.info'>
}

/** Stands in for App where there are no services to be had, because the database did not open as it should. */
export function RecoveryApp({ info, ...props }: RecoveryAppProps) {
  const localisation = localisationFor(languageFor('system', info.systemLanguage))
  useLayoutEffect(() => {
    document.documentElement.lang = localisation.language
  }, [localisation])
  return (
    <LocalisationProvider value={localisation}>
      <UiProvider isMac={info.platform === 'mac'}>
        <Suspense fallback={<Loading text={localisation.text.common.loading} />}>
          <RecoveryScreen {...props} />
        </Suspense>
      </UiProvider>
    </LocalisationProvider>
  )
}
