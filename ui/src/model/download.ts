/** Gives the reader a file. */
export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser needs a moment to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name of a file made from words: "connect-four:4x4" is "connect-four-4x4". */
export function fileName(words: string): string {
  return words.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-|-$/g, '') || 'game';
}
