import type { LocalDate } from '@shared/clock'
import { TextField } from '@renderer/ui/text-field'

interface DayFieldProps {
  label: string
  /** YYYY-MM-DD, or what has been typed of it. */
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
  min?: LocalDate
}

/** A day of the person's own calendar, by the platform's own picker. */
export const DayField = ({ label, value, onChange, onEnter, min }: DayFieldProps) => (
  <TextField type="date" label={label} value={value} onChange={onChange} onEnter={onEnter} min={min} className="w-44" />
)

/** null while the day is not whole. */
export const readDay = (value: string): LocalDate | null => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? (value as LocalDate) : null)
