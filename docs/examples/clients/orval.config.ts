import { defineConfig } from "orval";

export default defineConfig({
  semaforo: {
    input: "openapi.json",
    output: { target: "made/orval/semaforo.ts", client: "fetch", baseUrl: process.env.SEMAFORO_URL },
  },
});
