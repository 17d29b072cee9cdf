// PrivateDirectory: an empty directory for one test, removed with everything in it. Any thread.
#pragma once

#include <fcntl.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/fd.hpp"

namespace secondseat::test {

class PrivateDirectory {
 public:
  PrivateDirectory() : path_((std::filesystem::temp_directory_path() / "journal-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no directory " + path_);
  }
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;
  ~PrivateDirectory() {
    std::error_code ignored;  // a directory left behind is no reason to lose a test's verdict
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  base::Fd open() const { return base::Fd(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) found.push_back(entry.path());
    return found;
  }

 private:
  std::string path_;
};

}  // namespace secondseat::test
