export type SecretKind =
  | 'api-key'
  | 'private-key'
  | 'token'
  | 'card-number'
  | 'iban'
  | 'account-number'
  | 'identity-number'
  | 'password'
  | 'code'
  | 'recovery-phrase'
  | 'connection-string'

export interface SecretShape {
  readonly kind: SecretKind
  readonly shape: RegExp
  /** Which group is the secret; 0 is the whole match. */
  readonly group?: number
  /** Words could look the same: the secret must hold a digit. */
  readonly needsDigit?: boolean
}

const start = '(?<![A-Za-z0-9_])'
const key = (body: string, needsDigit = false): SecretShape => ({ kind: 'api-key', shape: new RegExp(`${start}${body}`, 'g'), needsDigit })

/** What gives itself away by its form, as vendors document it. Every repetition is bounded. */
export const secretShapes: readonly SecretShape[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Moonshot and others
  key('sk-(?:ant|proj|or|svcacct|admin|lf|kimi)-[A-Za-z0-9_-]{12,300}', true),
  key('sk-[A-Za-z0-9_-]{0,20}[A-Za-z0-9]{12,300}', true),
  // Stripe
  key('(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}'),
  key('whsec_[A-Za-z0-9+/=]{16,100}'),
  // Google
  key('AIza[A-Za-z0-9_-]{30,45}'),
  key('AQ\\.[A-Za-z0-9_-]{30,100}', true),
  key('ya29\\.[A-Za-z0-9_-]{20,500}'),
  key('GOCSPX-[A-Za-z0-9_-]{20,40}'),
  // GitHub, GitLab
  key('gh[pousr]_[A-Za-z0-9]{20,255}'),
  key('github_pat_[A-Za-z0-9_]{20,255}'),
  key('gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{16,64}', true),
  // Slack, Discord, Telegram
  key('xox[abeoprs]-[A-Za-z0-9-]{10,250}', true),
  key('xapp-[A-Za-z0-9-]{10,250}', true),
  key('[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}'),
  key('\\d{8,10}:AA[A-Za-z0-9_-]{32,35}'),
  { kind: 'api-key', shape: /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,100}/g },
  // Amazon, Alibaba, Tencent, Azure
  key('(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])'),
  key('LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])', true),
  key('AKID[A-Za-z0-9]{28,36}'),
  { kind: 'api-key', shape: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]{30,100})/g, group: 1 },
  // Models and data
  key('hf_[A-Za-z0-9]{20,60}'),
  key('gsk_[A-Za-z0-9]{20,80}'),
  key('xai-[A-Za-z0-9]{20,120}', true),
  key('r8_[A-Za-z0-9]{30,50}'),
  key('(?:pplx|nvapi|tvly|fc|jina|voyage|pa|ms|tgp_v1|csk|dapi|ark)[-_][A-Za-z0-9_-]{20,120}', true),
  key('dapi[a-f0-9]{32}'),
  key('[a-f0-9]{32}\\.[A-Za-z0-9]{16}(?![A-Za-z0-9])'),
  // Others
  key('npm_[A-Za-z0-9]{30,50}'),
  key('pypi-[A-Za-z0-9_-]{30,250}', true),
  key('do[op]_v1_[a-f0-9]{60,70}'),
  key('SG\\.[A-Za-z0-9_-]{16,30}\\.[A-Za-z0-9_-]{30,60}'),
  key('key-[a-f0-9]{32}(?![a-f0-9])'),
  key('shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  key('(?:ntn|secret|lin_api|figd|hvs|sbp|sntrys|glsa|dckr_pat|EAAC|sq0atp|sq0csp|PMAK|rnd|fly)[._-][A-Za-z0-9_-]{24,200}', true),
  key('AGE-SECRET-KEY-1[A-Z0-9]{50,60}'),
  key('AC[a-f0-9]{32}(?![a-f0-9])'),
  key('SK[a-f0-9]{32}(?![a-f0-9])'),
  { kind: 'token', shape: /(?<![\w-])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}(?:\.[A-Za-z0-9_-]{0,2000})?/g },
  { kind: 'token', shape: /\b(?:bearer|basic)[ :]{1,3}([A-Za-z0-9._~+/-]{16,2000}={0,2})/gi, group: 1, needsDigit: true },
  { kind: 'private-key', shape: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN)[\s\S]){0,8000}?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g },
  { kind: 'private-key', shape: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g },
  { kind: 'connection-string', shape: /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,100}:[^\s/@]{1,200}@[^\s]{1,300}/gi },
]
