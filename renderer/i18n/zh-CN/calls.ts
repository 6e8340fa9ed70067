import type { calls as en } from '../en/calls'

const reason = (now: string, then = now) => ({ now: (name: string) => `${name} ${now}`, then: (name: string) => `${name} ${then}` })

export const calls: typeof en = {
  reasons: {
    'rate-limited': reason('正在限流', '当时在限流'),
    overloaded: reason('负载过高', '当时负载过高'),
    'server-error': reason('出现故障', '当时出现故障'),
    network: reason('无法连接', '当时无法连接'),
    timeout: reason('响应太慢', '当时响应太慢'),
    'stream-cut': reason('连接中断', '当时连接中断'),
    'key-rejected': reason('不接受密钥', '不接受密钥'),
    permission: reason('没有权限', '没有权限'),
    'out-of-credit': reason('余额不足', '当时余额不足'),
    'region-blocked': reason('在此地区不可用'),
    'model-not-found': reason('没有这个模型'),
    other: reason('没有响应', '当时没有响应'),
  },
  waiting: (reason, wait) => `${reason}：${wait}后重试`,
  trying: (reason) => `${reason}：正在重试`,
  moved: (reason, to) => `${reason}：已改问 ${to}`,
  answeredBy: (name, reason) => `由 ${name} 回答，因为 ${reason}`,
  routes: {
    title: '线路',
    hint: '一个模型没有响应时，按此顺序改走其他线路。不在列表中的服务绝不会被改问。',
    model: '模型',
    own: '模型本身',
    none: '还没有其他线路。',
    add: '添加线路',
    addNone: '选择模型',
    sameModel: (name) => `${name}（同一模型）`,
    up: (name) => `上移 ${name}`,
    down: (name) => `下移 ${name}`,
    remove: (name) => `移除 ${name}`,
    moved: (name, place) => `${name} 现在排在第 ${place} 位`,
    gone: '已不在设置中，会被跳过',
  },
  health: {
    unknown: '还没有调用',
    well: (ms) => `响应正常，${ms}后出现首字`,
    wellUntimed: '响应正常',
    mixed: (answered, calls) => `最近 ${calls} 次调用中回答了 ${answered} 次`,
    limited: (time) => `限流至 ${time}`,
    resting: (failures, time) => `连续失败 ${failures} 次后暂停，${time} 再试`,
  },
}
