import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { fail, ok, type Result } from '../../../shared/result'
import type { Report } from './report'

/** Asks the server on this computer. Its certificate bears the public name, so the name is not compared here. */
export async function askHealth(localAddress: string): Promise<Result<Report, string>> {
  const status = await statusOf(`${localAddress}/healthz`)
  if (status === 200) return ok(`${localAddress} is well`)
  return fail(status === null ? `nothing answers at ${localAddress}` : `${localAddress} answers ${status}`)
}

function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const options = { timeout: 4000, rejectUnauthorized: false }
    const answer = (response: { statusCode?: number | undefined; resume(): void }) => {
      response.resume()
      resolve(response.statusCode ?? null)
    }
    const request = url.startsWith('https:') ? getHttps(url, options, answer) : getHttp(url, options, answer)
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(null))
  })
}
