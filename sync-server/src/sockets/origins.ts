/** Pages on this computer: whoever can serve one can also run a program, which has no origin at all. */
const localPage = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether a page of this origin may open sockets: our own apps, pages that this server serves, pages of this computer,
 * and those that the options name (`*` for all). A token is needed in every case.
 */
export function isOriginAllowed(origin: string | undefined, host: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true
  const given = origin.toLowerCase()
  if (given.startsWith('app://') || localPage.test(given)) return true
  if (host !== undefined && (given === `https://${host.toLowerCase()}` || given === `http://${host.toLowerCase()}`)) return true
  return allowed.includes('*') || allowed.includes(given)
}
