// The server: actions, the whole state, and the stream of events with its resumption.

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error || `${response.status}`);
  return body;
}

export const fetchState = async () => answer(await fetch("sandbox/state"));

/** One of a person's actions: send, edit, press, open, language, block, unblock, clear. */
export async function act(personId, action, body = {}) {
  return answer(
    await fetch(`sandbox/people/${personId}/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export async function upload(personId, file, caption, replyTo) {
  const form = new FormData();
  if (replyTo) form.append("reply_to", replyTo);
  form.append("caption", caption);
  form.append("file", file, file.name);
  return answer(await fetch(`sandbox/people/${personId}/upload`, { method: "POST", body: form }));
}

export const fileUrl = (fileId) => `sandbox/file/${encodeURIComponent(fileId)}`;

/**
 * Follow events from a state on. The browser resumes a cut stream by itself; where the server has forgotten too much
 * (or is another run) `onResync` is to fetch the state anew and follow again. Returns a function that stops.
 */
export function follow({ epoch, seq }, { onEvent, onLink, onResync }) {
  let source = null;
  let last = `${epoch}-${seq}`;
  let stopped = false;
  let timer = 0;

  const open = () => {
    source = new EventSource(`sandbox/stream?after=${last}`);
    source.onopen = () => onLink("on");
    source.onmessage = (message) => {
      last = message.lastEventId || last;
      onEvent(JSON.parse(message.data));
    };
    source.addEventListener("resync", () => {
      stop();
      onResync();
    });
    source.onerror = () => {
      onLink("off");
      if (source.readyState === EventSource.CLOSED && !stopped) timer = setTimeout(open, 1000);
    };
  };
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
  };
  open();
  return stop;
}
