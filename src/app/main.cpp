// The command line: one subcommand, one file.
#include <string>

#include <CLI/CLI.hpp>

#include "app/mcp_command.hpp"
#include "secondseat/version.hpp"

int main(int count, char** arguments) {
  using namespace secondseat;
  CLI::App cli{
      "secondseat gives an AI agent a second seat at your desktop: it reads and operates the applications\n"
      "you allow, and no other, while you go on working."};
  cli.name("secondseat");
  cli.set_version_flag("--version", std::string(program_version));
  cli.require_subcommand(1);

  app::McpOptions mcp;
  auto* serve = cli.add_subcommand("mcp", "Serve one MCP client on standard input and output");
  serve
      ->add_option("--desktop", mcp.desktop,
                   "linux: the desktop you are logged in to; scripted:FILE: one that is described in a file")
      ->capture_default_str();

  CLI11_PARSE(cli, count, arguments);
  return app::run_mcp(mcp);
}
