import type * as en from '../en/sync-told'

const again = '重试'
const address = '检查地址'

export const failures: typeof en.failures = {
  unreachable: { message: '这个地址没有服务器响应。服务器在运行吗？这台设备和它在同一个网络吗？', action: address },
  'not-our-server': { message: '这个地址有响应，但不是 Commonplace 服务器。', action: address },
  'insecure-address': { message: '普通 http 只能用于这台电脑上的服务器，其他服务器需要 https，做法见服务器说明。', action: address },
  'invalid-address': { message: '这不是服务器地址。', action: address },
  'setup-token-rejected': { message: '服务器不接受这个设置码。每个设置码只能用一次，可以在服务器的命令行里生成新的。', action: '修改设置码' },
  exists: { message: '你的设备已经在这台服务器上设置过了。', action: '加入它们' },
  'phrase-wrong': { message: '这还不是正确的恢复短语，请再看看这些词。', action: '改正' },
  'unknown-vault': { message: '这台服务器上没有这个短语的数据。你的设备也许用的是另一台服务器。', action: address },
  'token-rejected': { message: '服务器已不认识这台设备。', action: '重新加入' },
  removed: { message: '这台设备已被你的另一台设备移除。', action: '重新加入' },
  'quota-full': { message: '服务器分给你的空间已满。', action: again },
  offline: { message: '这台设备没有联网。', action: again },
  'storage-failed': { message: '这台设备无法保存。', action: '查看存储' },
  'protocol-newer': { message: '服务器比这个应用新，请先更新应用。', action: again },
  'too-many': { message: '尝试次数过多，服务器要求等一等，请几分钟后再试。', action: again },
  'wrong-state': { message: '情况变了：同步在这期间被开启或关闭。', action: again },
  cancelled: { message: '已停止，什么也没有发送。', action: again },
  'unknown-device': { message: '这台设备已不是你的设备。', action: again },
  'device-away': { message: '另一台设备没有回应。请在那台设备上打开 Commonplace，等它连上后再发送。什么也没有发出。', action: again },
  'keys-not-kept': { message: '另一台设备无法保存密钥。请在那台设备的“设置 › 模型”里查看密钥存储是否已锁定，然后重新发送。', action: again },
  'keys-unconfirmed': { message: '另一台设备没有确认是否已保存密钥。请在那台设备的“设置 › 模型”里查看，缺少的再发一次。', action: again },
  'keys-unreadable': { message: '这台设备现在读不出这些密钥。请在“设置 › 模型”里查看密钥存储是否已锁定。什么也没有发出。', action: again },
  'too-many-keys': { message: '一次发送的密钥太多，请少选一些。什么也没有发出。', action: again },
}

export const phraseFaults: typeof en.phraseFaults = {
  length: (count) => `恢复短语有 24 个词，这里是 ${count} 个。`,
  word: (position, word) => `第 ${position} 个词“${word}”不可能出现在恢复短语里。`,
  meant: (word) => `是不是“${word}”？`,
  checksum: '每个词都可能，但合在一起不对。可能有一个词抄错了，或者两个词换了位置。',
}

export const refusals: typeof en.refusals = {
  'token-rejected': { message: '服务器已不认识这台设备。这里的内容都还在，重新加入后就能继续同步。', action: '重新加入' },
  removed: { message: '你的另一台设备移除了这一台。这里的内容都还在，但不再同步。', action: '关闭这里的同步' },
  'quota-full': { message: '服务器空间已满。修改会留在这里等待，服务器的管理者可以增加空间。', action: again },
  'protocol-newer': { message: '服务器比这个应用新。更新应用之前，修改会留在这里等待。', action: again },
  'not-understood': { message: '服务器无法理解这台设备发送的内容。修改会留在这里等待，可能需要更新应用或服务器。', action: again },
  flooded: { message: '服务器要求这台设备慢一点，稍后会自动继续。', action: again },
  'storage-failed': { message: '这台设备存不下其他设备传来的内容。不会丢失：有空间后会重新获取。', action: '查看存储' },
}

export const offline: typeof en.offline = {
  'no-network': '这台设备没有联网。',
  unreachable: '服务器没有响应。',
  'not-our-server': '响应的不是服务器，可能是网络的登录页面。',
}

export const pairingFailures: typeof en.pairingFailures = {
  expired: { message: '配对码已过期，有效期是五分钟。', action: '新的配对码' },
  'words-differ': { message: '两边的词不一样，所以什么都没有共享。可能有人在中间，也可能弄混了两个配对码。', action: '重新开始' },
  cancelled: { message: '另一台设备停止了配对。', action: '重新开始' },
  network: { message: '与服务器的连接断开了。', action: again },
  'code-wrong': { message: '服务器不认识这个配对码，请和另一台设备的屏幕核对。', action: '修改配对码' },
  refused: { message: '服务器没有同意。', action: again },
  'storage-failed': { message: '这台设备无法保存密钥。', action: again },
}

const edits = (count: number | null) => (count === null ? '一些修改' : `${count} 处修改`)
const from = (device: string | null) => (device === null ? '' : `来自 ${device} 的`)

export const log: typeof en.log = {
  'turned-on': () => '开启了同步',
  paired: ({ device }) => `添加了${device === null ? '一台设备' : ` ${device}`}`,
  joined: ({ device }) => (device === null ? '加入了其他设备' : `通过 ${device} 加入`),
  removed: ({ device }) => `移除了${device === null ? '一台设备' : ` ${device}`}`,
  recovered: () => '用恢复短语找回',
  left: () => '关闭了这里的同步',
  paused: () => '已暂停',
  resumed: () => '已继续',
  connected: () => '已连接',
  disconnected: () => '连接断开',
  merged: ({ device, count }) => `合并了${from(device)} ${edits(count)}`,
  conflict: ({ device, count }) => `与${device === null ? '另一台设备' : ` ${device} `}有 ${count ?? 1} 处矛盾，等你决定`,
  refused: ({ device, count }) => `拒绝了${from(device)} ${edits(count)}`,
  compacted: ({ count }) => (count === null ? '整理了服务器上的数据' : `整理了服务器上的 ${count} 条数据`),
  'rolled-back': () => '服务器退回到了较早的状态',
  healed: ({ count }) => `已把服务器丢失的内容补回${count === null ? '' : `（${edits(count)}）`}`,
  gap: ({ device }) => `还缺少${from(device)}一些内容，正在等待`,
  forked: ({ device }) => `${device ?? '一台设备'} 从自己的旧副本继续了`,
  'newer-version': ({ device }) => `保留了${from(device)}只有新版应用能读的内容`,
  'key-rotated': () => '已换用新密钥',
  'options-changed': () => '更改了这台设备的同步内容',
  'credentials-sent': ({ device, count }) => `向${device === null ? '另一台设备' : ` ${device} `}发送了 ${count ?? '若干'} 个密钥`,
  'credentials-received': ({ device, count }) => `收到${from(device)} ${count ?? '若干'} 个密钥`,
  failed: () => '出了问题',
}

export const reasons: typeof en.reasons = {
  'token-rejected': '服务器不认识这台设备',
  removed: '这台设备已被移除',
  'quota-full': '服务器空间已满',
  'protocol-newer': '服务器比这个应用新',
  'not-understood': '服务器无法理解这台设备',
  flooded: '服务器要求慢一点',
  'storage-failed': '无法保存在这里',
  'no-network': '没有联网',
  unreachable: '服务器没有响应',
  'not-our-server': '响应的不是服务器',
  malformed: '内容已损坏',
  'unknown-epoch': '还没有对应的密钥',
  'unknown-device': '不是你的设备',
  'removed-device': '设备已被移除',
  'bad-signature': '签名不对',
  'bad-seal': '封装被破坏',
  replayed: '曾以不同内容发送过',
  'newer-version': '由新版应用写入',
  'memory-off': '记忆和档案只留在这台设备',
  'memory-on': '记忆和档案会同步',
  'sessions-off': '会话只留在这台设备',
  'sessions-on': '会话会同步',
  'attachments-off': '附件只留在这台设备',
  'attachments-on': '附件会同步',
  'continued-after-trash': '一台设备把一个会话移到了回收站，另一台设备却继续了它；它已回到列表中',
  'continued-after-deletion': '一台设备永久删除了一个会话，另一台设备却继续了它；之后说的内容保留了下来',
  busy: '服务器繁忙',
  'too-large': '对服务器来说太大',
}

export const rooms: typeof en.rooms = {
  memory: '记忆',
  index: '会话列表',
  journal: '消息',
  keys: '设备与密钥',
}
