/** Words by which an answer says itself that it is none, in English and Chinese. Only its beginning is read for a refusal: later it may be a quotation. */
const refusals =
  /\b(?:i(?:'m| am) sorry,? but|i (?:can(?:no|')t|am (?:not able|unable) to|won't) (?:help|assist|answer|provide|do that|comply|fulfil)|as an ai(?: language)? model,? i (?:can|do))|(?:抱歉|对不起)[，,]?\s*(?:我|但)|我(?:无法|不能)(?:回答|提供|帮助|协助|完成)/i

const doubts =
  /\b(?:i(?:'m| am) not (?:sure|certain)|i (?:do not|don't) (?:know|have enough)|i(?:'m| am) unsure|not enough information|cannot be determined|it is (?:unclear|impossible to (?:say|know))|hard to say)\b|我不(?:太)?(?:确定|清楚|知道)|无法确定|信息不足|不好说/i

/** How much of an answer's beginning may hold a refusal, in characters. */
const beginning = 240

export const refuses = (answer: string): boolean => refusals.test(answer.slice(0, beginning).replaceAll('’', "'"))

export const doubtsItself = (answer: string): boolean => doubts.test(answer.replaceAll('’', "'"))
