import type { Language } from './index'

/** Dates, numbers and money as this language writes them. */
export interface Format {
  number(value: number): string
  /** 12,345 as 12.3k (English) or 1.2万 (Chinese). */
  compact(value: number): string
  /** Integer micro-USD. Amounts under a cent keep two significant digits: $0.0042. */
  money(microUsd: number): string
  /** To the micro-dollar: $0.054399. */
  exactMoney(microUsd: number): string
  /** 820 ms, 6.2 s, 2 min 5 s. */
  duration(ms: number): string
  bytes(bytes: number): string
  time(instantMs: number): string
  date(instantMs: number): string
  /** "2 h ago", "yesterday"; from a week on, the date. */
  ago(instantMs: number, nowMs: number): string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function createFormat(language: Language): Format {
  const plain = new Intl.NumberFormat(language)
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' })
  const date = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' })
  const exact = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', minimumFractionDigits: 6, maximumFractionDigits: 6 })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, maximumFractionDigits: digits }).format(value)

  return {
    number: (value) => plain.format(value),
    compact: (value) => compact.format(value),
    money: (microUsd) => formatMoney(language, microUsd),
    exactMoney: (microUsd) => exact.format(microUsd / 1_000_000),
    duration(ms) {
      if (ms < 1000) return unit(Math.round(ms), 'millisecond', 0)
      if (ms < minuteMs) return unit(ms / 1000, 'second', 1)
      return `${unit(Math.floor(ms / minuteMs), 'minute', 0)} ${unit(Math.round((ms % minuteMs) / 1000), 'second', 0)}`
    },
    bytes(bytes) {
      if (bytes < 1024) return unit(bytes, 'byte', 0)
      if (bytes < 1024 ** 2) return unit(bytes / 1024, 'kilobyte', 0)
      if (bytes < 1024 ** 3) return unit(bytes / 1024 ** 2, 'megabyte', 1)
      return unit(bytes / 1024 ** 3, 'gigabyte', 1)
    },
    time: (instantMs) => time.format(instantMs),
    date: (instantMs) => date.format(instantMs),
    ago(instantMs, nowMs) {
      const passedMs = nowMs - instantMs
      if (passedMs < minuteMs) return relative.format(0, 'minute')
      if (passedMs < hourMs) return relative.format(-Math.floor(passedMs / minuteMs), 'minute')
      if (passedMs < dayMs) return relative.format(-Math.floor(passedMs / hourMs), 'hour')
      if (passedMs < 7 * dayMs) return relative.format(-Math.floor(passedMs / dayMs), 'day')
      return date.format(instantMs)
    },
  }
}

function formatMoney(language: Language, microUsd: number): string {
  const usd = microUsd / 1_000_000
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  const digits = usd === 0 || usd >= 0.01 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 }
  return new Intl.NumberFormat(language, { ...style, ...digits }).format(usd)
}
