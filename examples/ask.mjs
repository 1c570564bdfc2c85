// Asks from Node.js: the request goes in as JSON, the answer comes out as JSON.
import { spawnSync } from "node:child_process";

const request = {
  questions: [
    {
      id: "features",
      question: "What shall be switched on?",
      multiSelect: true,
      options: [{ label: "search" }, { label: "export", description: "CSV only" }],
    },
  ],
};

const { status, stdout } = spawnSync("dsh-app", ["ask", "-"], {
  input: JSON.stringify(request),
  stdio: ["pipe", "pipe", "inherit"],
  encoding: "utf8",
});

if (status === 3) {
  console.log("dismissed");
} else if (status !== 0) {
  process.exit(status ?? 1);
} else {
  const [{ selected, custom }] = JSON.parse(stdout).answers;
  console.log("on:", [...selected, ...(custom ? [custom] : [])].join(", ") || "nothing");
}
